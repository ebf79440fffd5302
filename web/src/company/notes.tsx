import { useState } from 'react';
import type { Activity } from '../../../server/src/domain/activities/activities.ts';
import type { Note } from '../../../server/src/domain/leads/notes.ts';
import { useWork } from '../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../api/use-account-query.ts';
import { ago } from '../lib/format.ts';

const deeds: Record<string, string> = {
  followed: 'followed the company',
  unfollowed: 'stopped following the company',
  hidden: 'hid the company',
  shown: 'showed the company again',
  assigned: 'assigned it to',
  unassigned: 'took the assignment away',
  tagged: 'tagged it',
  untagged: 'removed the tag',
  listed: 'put it on the list',
  unlisted: 'took it off the list',
  emailed: 'e-mailed',
  contact_stopped: 'marked it as not to be contacted',
  contact_allowed: 'allowed contact again',
};

export function Notes({ companyId }: { companyId: string }) {
  const { mayEdit, user } = useWork();
  const [body, setBody] = useState('');
  const { data: notes = [] } = useAccountQuery<Note[]>(`/companies/${companyId}/notes`);
  const { data: activities = [] } = useAccountQuery<Activity[]>(`/companies/${companyId}/activities`);
  const change = useAccountChange();
  const write = () =>
    change.mutate({ method: 'POST', path: `/companies/${companyId}/notes`, body: { body } }, { onSuccess: () => setBody('') });
  return (
    <section className="form">
      <h2>Notes</h2>
      {mayEdit && (
        <form
          className="form"
          style={{ gap: 8 }}
          onSubmit={(event) => {
            event.preventDefault();
            write();
          }}
        >
          <textarea
            className="area"
            aria-label="Write a note"
            placeholder="Write a note for your colleagues …"
            maxLength={5000}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
          <div className="actions end">
            <button type="submit" className="button small" disabled={body.trim() === '' || change.isPending}>
              Add note
            </button>
          </div>
        </form>
      )}
      {notes.map((note) => (
        <div key={note.id} className="note">
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
                  onClick={() => change.mutate({ method: 'DELETE', path: `/notes/${note.id}` })}
                >
                  Delete
                </button>
              </>
            )}
          </div>
        </div>
      ))}
      {!mayEdit && notes.length === 0 && <p className="faint">No notes yet.</p>}
      {activities.length > 0 && (
        <>
          <h2>Activity</h2>
          <ul className="form" style={{ gap: 4 }}>
            {activities.map(({ id, actor, kind, detail, happenedAt }) => (
              <li key={id} className="soft">
                {actor} {deeds[kind] ?? kind} {detail && <strong style={{ fontWeight: 550 }}>{detail}</strong>}{' '}
                <span className="faint">{ago(happenedAt)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
