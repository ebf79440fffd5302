export const inbox = {
  'inbox.allRead': 'Alles gelesen',
  'inbox.allReadHint':
    'Erwähnungen in Notizen, Zuweisungen und Meldungen von Automatisierungen erscheinen hier. Erwähnen Sie jemanden in einer Notiz mit @.',
  'inbox.assigned': 'Mir zugewiesen',
  'inbox.assignedCount': { one: '{count} Lead', other: '{count} Leads' },
  'inbox.everything': 'Alle Mitteilungen',
  'inbox.markAllRead': 'Alle als gelesen markieren',
  'inbox.markRead': 'Als gelesen markieren',
  'inbox.more': 'Mehr anzeigen',
  'inbox.noneAssigned': 'Ihnen sind keine Leads zugewiesen',
  'inbox.noneAssignedHint': 'Wählen Sie Leads in der Liste und dann „Zuweisen“, oder lassen Sie eine Automatisierung zuweisen.',
  'inbox.openInbox': 'Posteingang öffnen',
  'inbox.sections': 'Bereiche des Posteingangs',
  'inbox.title': 'Posteingang',
  'inbox.unassign': 'Zuweisung entfernen',
  'inbox.unassignNamed': 'Zuweisung entfernen: {name}',
  'inbox.unread': 'Ungelesen',
} as const;
