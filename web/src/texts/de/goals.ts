export const goals = {
  'goals.conversion': 'Anteil der Besuche',
  'goals.createGoal': 'Ziel anlegen',
  'goals.edit': 'Ziele bearbeiten',
  'goals.goal': 'Ziel',
  'goals.none': 'Noch keine Ziele',
  'goals.noneHint':
    'Ein Ziel ist etwas, das Besucher tun sollen, etwa die Preise ansehen oder ein Formular absenden. Jedes Ziel bekommt einen Trichter.',
  'goals.notReached':
    'Kein Besuch hat dieses Ziel in diesem Zeitraum erreicht. Wählen Sie einen längeren Zeitraum oder prüfen Sie das Ziel in den Einstellungen.',
  'goals.notReachedInSample': 'Keiner der letzten {count} Besuche in diesem Zeitraum hat dieses Ziel erreicht.',
  'goals.off': 'Aus',
  'goals.reached': 'Besuche mit diesem Ziel',
  'goals.sample': 'Gezählt anhand der letzten {count} Besuche in diesem Zeitraum.',
  'goals.showCompanies': 'Unternehmen anzeigen',
} as const;
