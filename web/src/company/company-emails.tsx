import { useId, useState } from 'react';
import type { CompanyDetails } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { ago } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormError } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Notice } from '../ui/notice.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';

/** The logged and imported e-mails to a company, and a form to write or log one. */
export function CompanyEmails({ company }: { company: CompanyDetails }) {
  const { canEdit, user } = useWorkspace();
  const { companyId } = company;
  const { data: emails, error, refetch } = useAccountQuery('/companies/:companyId/emails', { params: { companyId } });
  const remove = useAccountChange('DELETE /emails/:emailId');
  return (
    <section className={formStyles.stack}>
      <h2>{t('common.emails')}</h2>
      {company.doNotContact && <Notice tone="bad">{t('company.doNotContactNotice')}</Notice>}
      {canEdit && !company.doNotContact && <LogEmail companyId={companyId} knownAddresses={company.visitors.map(({ email }) => email)} />}
      {!emails && (error ? <ErrorState error={error} onRetry={() => refetch()} /> : <CardSkeletons />)}
      {emails?.length === 0 && <p className="faint">{t('company.noEmailsYet')}</p>}
      <ul className={formStyles.stack} style={{ gap: 4 }}>
        {emails?.map(({ id, email, subject, sender, sentAt, loggedBy }) => (
          <li key={id} className="soft">
            <strong style={{ fontWeight: 550 }}>{email}</strong> {subject && t('common.quoted', { name: subject })}{' '}
            <span className="faint">
              {sender && `${sender} · `}
              {ago(sentAt)}
            </span>
            {canEdit && loggedBy === user.id && (
              <DeleteButton name={subject || email} showLabel onConfirm={() => remove.mutate({ params: { emailId: id } })}>
                {t('company.deleteEmailHint')}
              </DeleteButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LogEmail({ companyId, knownAddresses }: { companyId: string; knownAddresses: string[] }) {
  const [email, setEmail] = useState('');
  const [subject, setSubject] = useState('');
  const listId = useId();
  const change = useAccountChange('POST /companies/:companyId/emails', { quiet: true });
  const log = () =>
    change.mutate(
      { params: { companyId }, body: { email, subject } },
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
      className={formStyles.form}
      style={{ gap: 8 }}
      onSubmit={(event) => {
        event.preventDefault();
        log();
      }}
    >
      <input
        className={formStyles.input}
        type="email"
        required
        aria-label={t('company.emailAddress')}
        placeholder={t('company.emailAddress')}
        list={listId}
        maxLength={320}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <datalist id={listId}>
        {knownAddresses.map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
      <input
        className={formStyles.input}
        aria-label={t('company.subject')}
        placeholder={t('company.subjectOptional')}
        maxLength={500}
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
      />
      <FormError error={change.error} fields={[]} />
      <div className={`${formStyles.actions} ${formStyles.end}`}>
        {isAddress && (
          <a
            className={buttonClass({ small: true })}
            href={`mailto:${encodeURIComponent(email.trim())}?subject=${encodeURIComponent(subject)}`}
          >
            {t('company.writeEmail')}
          </a>
        )}
        <Button type="submit" small disabled={change.isPending || !isAddress}>
          {t('company.logEmail')}
        </Button>
      </div>
    </form>
  );
}
