export const notifications = {
  'notifications.assigned': '{actor} hat Ihnen {company} zugewiesen',
  'notifications.assignedByAutomation': 'Die Automatisierung {detail} hat Ihnen {company} zugewiesen',
  'notifications.automation': '{detail}: {company}',
  'notifications.colleagues': 'Kolleginnen und Kollegen',
  'notifications.mention': '{actor} hat Sie in einer Notiz zu {company} erwähnt: {detail}',
  'notifications.inviteHint': 'Laden Sie Ihr Team ein, um jemanden zu erwähnen.',
  'notifications.mentionHint': 'Mit @ erwähnen und benachrichtigen Sie jemanden aus dem Team.',
  'notifications.none': 'Noch nichts. Erwähnungen und Zuweisungen erscheinen hier.',
  'notifications.title': 'Mitteilungen',
  'notifications.unread': '{count} neu',
} as const;
