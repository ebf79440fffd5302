export const notifications = {
  'notifications.assigned': '{actor} assigned {company} to you',
  'notifications.assignedByAutomation': 'The automation {detail} assigned {company} to you',
  'notifications.automation': '{detail}: {company}',
  'notifications.colleagues': 'Colleagues',
  'notifications.mention': '{actor} mentioned you in a note on {company}: {detail}',
  'notifications.inviteHint': 'Invite colleagues to mention them here.',
  'notifications.mentionHint': 'Type @ to mention and notify a colleague.',
  'notifications.none': 'Nothing yet. Mentions and assignments appear here.',
  'notifications.title': 'Notifications',
  'notifications.unread': '{count} new',
} as const;
