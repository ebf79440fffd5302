export const reasons = {
  'reasons.title': 'Warum jetzt',
  'reasons.rise': '{visits} in einer Woche, sonst durchschnittlich {weekly}',
  'reasons.goalNamed': { one: '{name} erreicht', other: '{name} {count}-mal erreicht' },
  'reasons.goals': { one: '{count} Ziel erreicht', other: '{count} Ziele erreicht' },
  'reasons.return': { one: 'Zurück nach {count} Tag', other: 'Zurück nach {count} Tagen' },
  'reasons.people': { one: '{count} neue Person', other: '{count} neue Personen' },
  'reasons.icp': 'Passt zu {name} ({score})',
  'reasons.comparedWith': '{days}, verglichen mit {compared}',
};
