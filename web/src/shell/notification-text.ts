import type { Notification } from '../api/responses.ts';
import { t } from '../texts/t.ts';

/** What a notification says. */
export function notificationText({ kind, company, actor, detail }: Notification): string {
  if (kind === 'mention') return t('notifications.mention', { company, actor: actor ?? '', detail: detail ?? '' });
  if (kind === 'automation') return t('notifications.automation', { company, detail: detail ?? '' });
  return actor === null
    ? t('notifications.assignedByRule', { company, detail: detail ?? '' })
    : t('notifications.assigned', { company, actor });
}
