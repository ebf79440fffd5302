export const signals = {
  'signals.firstVisit': 'Erster Besuch',
  'signals.firstVisitSummary': 'Das Unternehmen war zum ersten Mal auf der Website.',
  'signals.goal': 'Ziel erreicht',
  'signals.goalSummary': 'Das Ziel „{name}“ wurde erreicht.',
  'signals.return': 'Rückkehr nach einer Pause',
  'signals.returnSummary': 'Das Unternehmen kam nach {days} Tagen ohne Besuch zurück.',
  'signals.surge': 'Viel mehr Besuche als sonst',
  'signals.surgeSummary': '{visits} Besuche in einer Woche; üblich sind {usual}.',
} as const;
