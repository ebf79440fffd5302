import type { CompanyDetails, LeadChange } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { AssignMenu, ListMenu, TagMenu } from '../leads/lead-menus.tsx';
import { useHide } from '../leads/use-hide.ts';
import { memberName, useMembers } from '../leads/use-members.ts';
import { useTags } from '../leads/use-tags.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { useKnowledge } from './company-knowledge.tsx';

/** The name of a company, its state in the account, and its actions. */
export function CompanyHead({ company }: { company: CompanyDetails }) {
  const { mayEdit } = useWork();
  const change = useAccountChange('PATCH /leads');
  const setHidden = useHide();
  const companyIds = [company.companyId];
  const set = (body: LeadChange) => change.mutate({ body: { companyIds, ...body } });
  return (
    <header className="form company-top" style={{ gap: 12 }}>
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
      <Marks company={company} />
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
          <ListMenu companyIds={companyIds} on={company.lists.map(({ id }) => id)} />
          <button type="button" className="button quiet small" onClick={() => setHidden(companyIds, !company.hidden)}>
            <Icon name="hide" size={15} /> {company.hidden ? 'Unhide' : 'Hide'}
          </button>
          <button
            type="button"
            className="button quiet small"
            aria-pressed={company.doNotContact}
            onClick={() => set({ doNotContact: !company.doNotContact })}
          >
            <Icon name="close" size={15} /> {company.doNotContact ? 'Allow contact' : 'Do not contact'}
          </button>
        </div>
      )}
    </header>
  );
}

/** Always one line high, so that nothing moves when the scores arrive. */
function Marks({ company }: { company: CompanyDetails }) {
  const tags = useTags();
  const assignee = useMembers().find(({ id }) => id === company.assigneeId);
  const knowledge = useKnowledge(company.companyId);
  const intent = knowledge?.intent;
  const parts = intent?.breakdown;
  return (
    <div className="actions marks">
      {company.kind !== 'business' && <span className="badge">{company.kind}</span>}
      {company.hidden && <span className="badge warn">Hidden</span>}
      {company.doNotContact && <span className="badge bad">Do not contact</span>}
      {company.isHandled && (
        <span className="badge good" title="Assigned, e-mailed or in the CRM">
          Handled
        </span>
      )}
      {intent?.score != null && parts && (
        <Tooltip
          trigger={
            <button type="button" className={`badge ${intent.tier === 'high' ? 'good' : 'accent'}`} style={{ border: 0 }}>
              Intent {intent.score.toFixed(1)} of 10
            </button>
          }
        >
          Recent {parts.recency} · often {parts.frequency} · deep {parts.depth} · several people {parts.people} · goals {parts.goals}
        </Tooltip>
      )}
      {knowledge?.icps.map(({ icpId, icpName, score, missed }) => (
        <span key={icpId} className="badge accent" title={missed.length > 0 ? `Missed: ${missed.join(', ')}` : undefined}>
          ICP {icpName} {Math.round(score * 100)} %
        </span>
      ))}
      {assignee && <span className="badge">Assigned to {memberName(assignee)}</span>}
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
      {company.lists.map(({ id, name }) => (
        <span key={id} className="tag" title="On this list">
          <Icon name="list" size={12} /> {name}
        </span>
      ))}
    </div>
  );
}
