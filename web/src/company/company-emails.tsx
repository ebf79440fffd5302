import { useId, useState } from 'react';
import type { LoggedEmail } from '../../../server/src/domain/emails/list-emails.ts';
import type { LeadPage } from '../../../server/src/domain/leads/get-lead-details.ts';
import type { Sent } from '../api/request.ts';
import { useWork } from '../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../api/use-account-query.ts';
import { ago } from '../lib/format.ts';
import { FormTrouble } from '../ui/field.tsx';

/** Who of the company was written to, and a form to write or to log an e-mail. */
export function CompanyEmails({ company }: { company: Sent<LeadPage> }) {
  const { mayEdit, user } = useWork();
  const path = `/companies/${company.companyId}/emails`;
  const { data: emails = [] } = useAccountQuery<LoggedEmail[]>(path);
  const change = useAccountChange();
  return (
    <section className="form">
      <h2>E-mails</h2>
      {company.doNotContact && <div className="notice bad">This company is not to be contacted.</div>}
      {mayEdit && !company.doNotContact && <LogEmail path={path} known={company.visitors.map(({ email }) => email)} />}
      {emails.length === 0 && <p className="faint">Nobody was e-mailed yet.</p>}
      <ul className="form" style={{ gap: 4 }}>
        {emails.map(({ id, email, subject, sender, sentAt, loggedBy }) => (
          <li key={id} className="soft">
            <strong style={{ fontWeight: 550 }}>{email}</strong> {subject && `“${subject}”`}{' '}
            <span className="faint">
              {sender && `${sender} · `}
              {ago(sentAt)}
            </span>
            {mayEdit && loggedBy === user.id && (
              <button
                type="button"
                className="link"
                style={{ border: 0, background: 'none', padding: '0 0 0 6px' }}
                onClick={() => change.mutate({ method: 'DELETE', path: `/emails/${id}` })}
              >
                Delete
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LogEmail({ path, known }: { path: string; known: string[] }) {
  const [email, setEmail] = useState('');
  const [subject, setSubject] = useState('');
  const listId = useId();
  const change = useAccountChange({ quiet: true });
  const log = () =>
    change.mutate(
      { method: 'POST', path, body: { email, subject } },
      {
        onSuccess: () => {
          setEmail('');
          setSubject('');
        },
      },
    );
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email.trim());
  return (
    <form
      className="form"
      style={{ gap: 8 }}
      onSubmit={(event) => {
        event.preventDefault();
        log();
      }}
    >
      <input
        className="input"
        type="email"
        required
        aria-label="E-mail address"
        placeholder="E-mail address"
        list={listId}
        maxLength={320}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <datalist id={listId}>
        {known.map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
      <input
        className="input"
        aria-label="Subject"
        placeholder="Subject (optional)"
        maxLength={500}
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
      />
      <FormTrouble error={change.error} fields={[]} />
      <div className="actions end">
        {isAddress && (
          <a className="button small" href={`mailto:${encodeURIComponent(email.trim())}?subject=${encodeURIComponent(subject)}`}>
            Write in your mail program
          </a>
        )}
        <button type="submit" className="button small" disabled={change.isPending || !isAddress}>
          Log e-mail
        </button>
      </div>
    </form>
  );
}
