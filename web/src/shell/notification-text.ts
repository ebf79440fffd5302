import type { Notification, Session } from '../api/responses.ts';
import { memberName } from '../leads/use-members.ts';
import { t } from '../texts/t.ts';

/** The text of a notification. A note mentions its reader by e-mail address, which is replaced by the name. */
export function notificationText({ kind, company, actor, detail }: Notification, reader: Session['user']): string {
  if (kind === 'mention') {
    const note = (detail ?? '').replaceAll(`@${reader.email}`, `@${memberName(reader)}`);
    return t('notifications.mention', { company, actor: actor ?? '', detail: note });
  }
  if (kind === 'automation') return t('notifications.automation', { company, detail: detail ?? '' });
  return actor === null
    ? t('notifications.assignedByAutomation', { company, detail: detail ?? '' })
    : t('notifications.assigned', { company, actor });
}
