export const reasons = {
  'reasons.comparedWith': '{days}, verglichen mit {compared}',
  'reasons.goalNamed': { one: '{name} erreicht', other: '{name} {count}-mal erreicht' },
  'reasons.goals': { one: '{count} Ziel erreicht', other: '{count} Ziele erreicht' },
  'reasons.icp': 'Passt zu {name} ({score})',
  'reasons.people': { one: '{count} neue Person', other: '{count} neue Personen' },
  'reasons.return': { one: 'Zurück nach {count} Tag', other: 'Zurück nach {count} Tagen' },
  'reasons.rise': '{visits} in einer Woche, sonst durchschnittlich {weekly}',
  'reasons.title': 'Warum jetzt',
} as const;
