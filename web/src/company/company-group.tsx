import { Link } from 'wouter';
import type { CompanyDetails, GroupMember } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { rich } from '../texts/rich.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Section } from '../ui/section.tsx';
import identificationStyles from './identification.module.css';

/** The group that a company belongs to or heads. */
export function CompanyGroup({ company }: { company: CompanyDetails }) {
  const { canManage } = useWorkspace();
  const { groupCompany, subsidiaries } = company;
  if (!canManage && groupCompany === null && subsidiaries.length === 0) return null;
  return (
    <Section title={t('company.group')}>
      {groupCompany && <p>{rich('company.belongsTo', { company: <Member member={groupCompany} /> })}</p>}
      {subsidiaries.length > 0 && (
        <p>
          {t('company.subsidiaries')}{' '}
          {subsidiaries.map((member, index) => (
            <span key={member.companyId}>
              {index > 0 && ', '}
              <Member member={member} />
            </span>
          ))}
        </p>
      )}
      {canManage && <EditGroup companyId={company.companyId} isMember={groupCompany !== null} />}
    </Section>
  );
}

function Member({ member: { companyId, name, domain, isLead } }: { member: GroupMember }) {
  if (!isLead) return <span title={domain ?? undefined}>{name}</span>;
  return (
    <Link className="link" href={`/companies/${companyId}`} title={domain ?? undefined}>
      {name}
    </Link>
  );
}

function EditGroup({ companyId, isMember }: { companyId: string; isMember: boolean }) {
  const change = useAccountChange('PUT /companies/:companyId/group', { quiet: true });
  const send = (company: string | null) => change.mutate({ params: { companyId }, body: { company } });
  return (
    <details className={identificationStyles.more}>
      <summary>{t('company.editGroup')}</summary>
      <form
        className={formStyles.form}
        style={{ gap: 8, marginTop: 8 }}
        onSubmit={(event) => {
          event.preventDefault();
          send(textOf(new FormData(event.currentTarget), 'company'));
        }}
      >
        <Field label={t('company.parentCompany')} name="company" required maxLength={255} error={change.error} />
        <FormError error={change.error} fields={['company']} />
        <div className={`${formStyles.actions} ${formStyles.end}`}>
          {isMember && (
            <Button small disabled={change.isPending} onClick={() => send(null)}>
              {t('company.removeFromGroup')}
            </Button>
          )}
          <Button type="submit" small disabled={change.isPending}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </details>
  );
}
