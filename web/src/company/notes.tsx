import { useState } from 'react';
import { useWork } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { ago } from '../lib/format.ts';
import { rich } from '../texts/rich.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import formStyles from '../ui/form.module.css';
import styles from './notes.module.css';

const activityTexts = {
  followed: 'company.activityFollowed',
  unfollowed: 'company.activityUnfollowed',
  hidden: 'company.activityHidden',
  shown: 'company.activityUnhidden',
  assigned: 'company.activityAssigned',
  unassigned: 'company.activityUnassigned',
  tagged: 'company.activityTagged',
  untagged: 'company.activityUntagged',
  listed: 'company.activityListed',
  unlisted: 'company.activityUnlisted',
  emailed: 'company.activityEmailed',
  automated: 'automations.activityAutomated',
  contact_stopped: 'company.activityContactStopped',
  contact_allowed: 'company.activityContactAllowed',
} as const;

export function Notes({ companyId }: { companyId: string }) {
  const { mayEdit, user } = useWork();
  const [body, setBody] = useState('');
  const { data: notes = [] } = useAccountQuery('/companies/:companyId/notes', { params: { companyId } });
  const { data: activities = [] } = useAccountQuery('/companies/:companyId/activities', { params: { companyId } });
  const create = useAccountChange('POST /companies/:companyId/notes');
  const remove = useAccountChange('DELETE /notes/:noteId');
  const write = () => create.mutate({ params: { companyId }, body: { body } }, { onSuccess: () => setBody('') });
  return (
    <section className={formStyles.form}>
      <h2>{t('company.notes')}</h2>
      {mayEdit && (
        <form
          className={formStyles.form}
          style={{ gap: 8 }}
          onSubmit={(event) => {
            event.preventDefault();
            write();
          }}
        >
          <textarea
            className={formStyles.area}
            aria-label={t('company.writeANote')}
            placeholder={t('company.writeANoteForYour')}
            maxLength={5000}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
          <p className="faint">{t('notifications.mentionHint')}</p>
          <div className={`${formStyles.actions} ${formStyles.end}`}>
            <Button type="submit" small disabled={body.trim() === '' || create.isPending}>
              {t('company.addNote')}
            </Button>
          </div>
        </form>
      )}
      {notes.map((note) => (
        <div key={note.id} className={styles.note} data-testid="note">
          {note.body}
          <div className="faint" style={{ marginTop: 4 }}>
            {note.author} · {ago(note.createdAt)}
            {mayEdit && note.authorId === user.id && (
              <>
                {' · '}
                <button
                  type="button"
                  className="link"
                  style={{ border: 0, background: 'none', padding: 0 }}
                  onClick={() => remove.mutate({ params: { noteId: note.id } })}
                >
                  {t('common.delete')}
                </button>
              </>
            )}
          </div>
        </div>
      ))}
      {!mayEdit && notes.length === 0 && <p className="faint">{t('company.noNotesYet')}</p>}
      {activities.length > 0 && (
        <>
          <h2>{t('company.activity')}</h2>
          <ul className={formStyles.form} style={{ gap: 4 }}>
            {activities.map(({ id, actor, kind, detail, happenedAt }) => (
              <li key={id} className="soft">
                {rich(activityTexts[kind as keyof typeof activityTexts] ?? 'company.activityOther', {
                  actor,
                  detail: <strong style={{ fontWeight: 550 }}>{detail}</strong>,
                })}{' '}
                <span className="faint">{ago(happenedAt)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
