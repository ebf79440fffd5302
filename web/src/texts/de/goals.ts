export const goals = {
  'goals.conversion': 'Anteil der Besuche',
  'goals.createGoal': 'Ziel anlegen',
  'goals.edit': 'Ziele bearbeiten',
  'goals.goal': 'Ziel',
  'goals.noPages':
    'Kein Besuch erreichte dieses Ziel im Zeitraum. Wählen Sie einen längeren Zeitraum oder prüfen Sie das Ziel in den Einstellungen.',
  'goals.none': 'Noch keine Ziele',
  'goals.noneHint':
    'Ein Ziel ist etwas, das Besucher tun sollen, etwa die Preise ansehen oder ein Formular absenden. Jedes Ziel bekommt einen Trichter.',
  'goals.off': 'Aus',
  'goals.reached': 'Besuche, die es erreichten',
  'goals.sample': 'Gezählt aus den neuesten {count} Besuchen dieses Zeitraums.',
  'goals.showCompanies': 'Unternehmen anzeigen',
} as const;
