import type { CompanyDetails, LeadChange } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { intentParts } from '../leads/intent.tsx';
import { AssignMenu, TagMenu } from '../leads/lead-menus.tsx';
import { useLeadActions } from '../leads/use-lead-actions.ts';
import { memberName, useMembers } from '../leads/use-members.ts';
import { useTags } from '../leads/use-tags.ts';
import { formatPercent, formatTenths } from '../lib/format.ts';
import { ListMenu } from '../lists/list-menu.tsx';
import { listName } from '../lists/list-name.ts';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { t, tCode } from '../texts/t.ts';
import { Badge, badgeClass } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import { Tag, TagDot } from '../ui/tag.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import companyStyles from './company.module.css';
import { useCompanyInsights } from './company-insights.tsx';
import { CompanyLogo } from './company-logo.tsx';

type CompanyHeaderProps = {
  company: CompanyDetails;
  /** Whether the shortcuts act on this company. They do not while they act on selected leads. */
  hasShortcuts: boolean;
};

/** The name of a company, its state in the account, and its actions. */
export function CompanyHeader({ company, hasShortcuts }: CompanyHeaderProps) {
  const { canEdit } = useWorkspace();
  const change = useAccountChange('PATCH /leads');
  const { follow, hide } = useLeadActions();
  const companyIds = [company.companyId];
  const toggleFollowed = () => follow(companyIds, !company.followed);
  const toggleHidden = () => hide(companyIds, !company.hidden);
  useShortcuts(canEdit && hasShortcuts ? { f: toggleFollowed, h: toggleHidden } : {});
  const updateLead = (body: LeadChange) => change.mutate({ body: { companyIds, ...body } });
  return (
    <header className={formStyles.stack} style={{ gap: 12 }}>
      <div className={companyStyles.companyHeader}>
        <CompanyLogo companyId={company.companyId} name={company.name} isLarge />
        <div style={{ minWidth: 0 }}>
          <h1>{company.name}</h1>
          {company.domain && (
            <a className="link target" href={`https://${company.domain}`} target="_blank" rel="noreferrer">
              {company.domain}
            </a>
          )}
        </div>
      </div>
      <Badges company={company} />
      {canEdit && (
        <div className={formStyles.actions} style={{ gap: 2, marginLeft: -8 }}>
          <Button quiet small aria-pressed={company.followed} onClick={toggleFollowed}>
            <Icon name="star" size={15} /> {company.followed ? t('company.following') : t('common.follow')}
          </Button>
          <AssignMenu companyIds={companyIds} hasShortcut={hasShortcuts} />
          <TagMenu companyIds={companyIds} currentTagIds={company.tagIds} hasShortcut={hasShortcuts} />
          <ListMenu ids={companyIds} hasShortcut={hasShortcuts} currentListIds={company.lists.map(({ id }) => id)} />
          <Button quiet small onClick={toggleHidden}>
            <Icon name="hide" size={15} /> {company.hidden ? t('common.unhide') : t('common.hide')}
          </Button>
          <Button quiet small aria-pressed={company.doNotContact} onClick={() => updateLead({ doNotContact: !company.doNotContact })}>
            <Icon name="close" size={15} /> {company.doNotContact ? t('company.allowContact') : t('company.doNotContact')}
          </Button>
        </div>
      )}
    </header>
  );
}

/** The state, scores, tags and lists of a company. At least one line high, so that the page does not move when the scores arrive. */
function Badges({ company }: { company: CompanyDetails }) {
  const tags = useTags();
  const assignee = useMembers().find(({ id }) => id === company.assigneeId);
  const { data: insights } = useCompanyInsights(company.companyId);
  const intent = insights?.intent;
  const parts = intent?.breakdown;
  return (
    <div className={`${formStyles.actions} ${companyStyles.badges}`}>
      {company.kind !== 'business' && <Badge>{tCode('companyKind', company.kind, company.kind)}</Badge>}
      {company.hidden && <Badge tone="warn">{t('company.hidden')}</Badge>}
      {company.doNotContact && <Badge tone="bad">{t('company.doNotContact')}</Badge>}
      {company.isHandled && (
        <Badge tone="good" title={t('company.handledHint')}>
          {t('company.handled')}
        </Badge>
      )}
      {intent?.score != null && parts && (
        <Tooltip
          trigger={
            <button
              type="button"
              aria-description={intentParts(parts)}
              className={badgeClass(intent.tier === 'high' ? 'good' : 'accent')}
              style={{ border: 0 }}
            >
              {t('company.intentOfTen', { score: formatTenths(intent.score) })}
            </button>
          }
        >
          {intentParts(parts)}
        </Tooltip>
      )}
      {insights?.icps.map(({ icpId, icpName, score, missed }) => (
        <Badge
          key={icpId}
          tone="accent"
          title={
            missed.length > 0
              ? t('company.notMet', { criteria: missed.map((code) => tCode('icpCriterion', code, code)).join(', ') })
              : undefined
          }
        >
          {t('company.icpScore', { name: icpName, percent: formatPercent(score, 1) })}
        </Badge>
      ))}
      {assignee && <Badge>{t('common.assignedTo', { name: memberName(assignee) })}</Badge>}
      {company.tagIds.map((id) => {
        const tag = tags.get(id);
        return (
          tag && (
            <Tag key={id}>
              <TagDot color={tag.color} /> {tag.name}
            </Tag>
          )
        );
      })}
      {company.lists.map((list) => (
        <Tag key={list.id} title={t('company.onList')}>
          <Icon name="list" size={12} /> {listName({ ...list, scope: 'company' })}
        </Tag>
      ))}
    </div>
  );
}
