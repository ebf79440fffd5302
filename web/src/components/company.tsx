import type { LeadPage } from '../../../server/src/domain/workspace/get-lead-page.ts';
import type { Sent } from '../lib/api.ts';
import { ago, countryName, formatDay, formatNumber } from '../lib/format.ts';
import { useWork } from '../lib/session.tsx';
import { useAccountChange, useAccountQuery } from '../lib/use-account-query.ts';
import { memberName, useMembers } from '../lib/use-members.ts';
import { useTags } from '../lib/use-tags.ts';
import { Avatar } from './avatar.tsx';
import { CompanyKnowledge } from './company-knowledge.tsx';
import { Icon } from './icon.tsx';
import { AssignMenu, ListMenu, TagMenu } from './lead-menus.tsx';
import { Notes } from './notes.tsx';
import { Trouble } from './trouble.tsx';
import { VisitTimeline } from './visit-timeline.tsx';
import { WhyThem } from './why-them.tsx';

const origins: Record<string, string> = { seed: 'the directory that comes with Leadlight', network: 'the name of its network' };

export type CompanyFacts = Sent<LeadPage>;

/** Everything about a company, for the panel and for the page. */
export function Company({ companyId }: { companyId: string }) {
  const { data, error, refetch, isPlaceholderData } = useAccountQuery<LeadPage>(`/companies/${companyId}`);
  if (error) return <Trouble error={error} onRetry={() => refetch()} />;
  if (!data || isPlaceholderData) return <CompanySkeleton />;
  return (
    <article className="company">
      <Head company={data} />
      <dl className="company-figures">
        <Figure name="Visits" value={formatNumber(data.visits)} />
        <Figure name="Pages" value={formatNumber(data.pageViews)} />
        <Figure name="First seen" value={data.firstVisitAt ? formatDay(data.firstVisitAt) : '–'} />
        <Figure name="Last seen" value={data.lastVisitAt ? ago(data.lastVisitAt) : '–'} />
      </dl>
      <Facts company={data} />
      <CompanyKnowledge companyId={companyId} />
      <WhyThem why={data.why} />
      {data.visitors.length > 0 && (
        <section>
          <h2 className="section-title">Known visitors</h2>
          <ul className="form" style={{ gap: 8 }}>
            {data.visitors.map(({ id, email, name, lastSeenAt }) => (
              <li key={id} className="who">
                <Avatar name={name ?? email} isPerson />
                <span className="names">
                  <span className="name">{name ?? email}</span>
                  <span className="domain">
                    {name ? `${email} · ` : ''}seen {ago(lastSeenAt)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <VisitTimeline companyId={companyId} />
      <Notes companyId={companyId} />
    </article>
  );
}

function Head({ company }: { company: CompanyFacts }) {
  const { mayEdit } = useWork();
  const change = useAccountChange();
  const tags = useTags();
  const assignee = useMembers().find(({ id }) => id === company.assigneeId);
  const hasMarks = company.kind !== 'business' || company.tagIds.length > 0 || assignee !== undefined || company.hidden;
  const companyIds = [company.companyId];
  const set = (body: Record<string, unknown>) => change.mutate({ method: 'PATCH', path: '/leads', body: { companyIds, ...body } });
  return (
    <header className="form" style={{ gap: 12 }}>
      <div className="company-head">
        <Avatar name={company.name} isLarge />
        <div style={{ minWidth: 0 }}>
          <h1>{company.name}</h1>
          {company.domain && (
            <a className="link" href={`https://${company.domain}`} target="_blank" rel="noreferrer">
              {company.domain}
            </a>
          )}
        </div>
      </div>
      {hasMarks && (
        <div className="actions">
          {company.kind !== 'business' && <span className="badge">{company.kind}</span>}
          {company.tagIds.map((id) => {
            const tag = tags.get(id);
            return (
              tag && (
                <span key={id} className="tag">
                  <span className={`dot tag-${tag.color}`} /> {tag.name}
                </span>
              )
            );
          })}
          {assignee && <span className="badge">Assigned to {memberName(assignee)}</span>}
          {company.hidden && <span className="badge warn">Hidden</span>}
        </div>
      )}
      {mayEdit && (
        <div className="actions" style={{ gap: 2, marginLeft: -8 }}>
          <button
            type="button"
            className="button quiet small"
            aria-pressed={company.followed}
            onClick={() => set({ followed: !company.followed })}
          >
            <Icon name="star" size={15} /> {company.followed ? 'Following' : 'Follow'}
          </button>
          <AssignMenu companyIds={companyIds} />
          <TagMenu companyIds={companyIds} on={company.tagIds} />
          <ListMenu companyIds={companyIds} />
          <button type="button" className="button quiet small" onClick={() => set({ hidden: !company.hidden })}>
            <Icon name="hide" size={15} /> {company.hidden ? 'Show again' : 'Hide'}
          </button>
        </div>
      )}
    </header>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number cut">{value}</dd>
    </div>
  );
}

function Facts({ company }: { company: CompanyFacts }) {
  const { address } = company;
  const place = [address.street, [address.postalCode, address.city].filter(Boolean).join(' '), countryName(address.countryCode)]
    .filter(Boolean)
    .join(', ');
  const facts: [string, string | null][] = [
    ['Industry', company.industries.join(', ') || null],
    ['Employees', company.employeeRange ?? (company.employeeCount === null ? null : formatNumber(company.employeeCount))],
    ['Headquarters', place || null],
    ['Founded', company.foundedYear === null ? null : String(company.foundedYear)],
    ['Legal form', company.legalForm],
    ['Phone', company.phoneNumbers[0] ?? null],
    ['E-mail', company.email],
    ['Quality', `${company.quality.score} of 10`],
    ['Record from', origins[company.origin] ?? company.origin],
  ];
  return (
    <section>
      <h2 className="section-title">About</h2>
      {company.description && (
        <p className="soft" style={{ marginBottom: 10 }}>
          {company.description}
        </p>
      )}
      <dl className="facts">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function CompanySkeleton() {
  return (
    <div className="company" aria-busy="true">
      <div className="skeleton" style={{ width: 220, height: 44 }} />
      <div className="skeleton" style={{ height: 60 }} />
      <div className="skeleton" style={{ height: 180 }} />
    </div>
  );
}
