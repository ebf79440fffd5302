import { startTransition, useOptimistic, useState } from 'react';
import { Link } from 'wouter';
import type { Automation } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { useFeeds } from '../../feeds/use-feeds.ts';
import { memberName, useMembers } from '../../leads/use-members.ts';
import { useTags } from '../../leads/use-tags.ts';
import { ago } from '../../lib/format.ts';
import { t } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import formStyles from '../../ui/form.module.css';
import { Switch } from '../../ui/form-fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EditButton } from '../../ui/inline-edit.tsx';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import settingsStyles from '../settings.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { AutomationDialog } from './automation-dialog.tsx';

/** Automations that act on companies when they enter a feed. */
export function AutomationsPage() {
  const { canManage } = useWorkspace();
  const { data: automations } = useAccountQuery('/automations');
  const [edited, setEdited] = useState<Automation | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <SettingsIntro title={t('settingsPage.automations')} text={t('automations.intro')} />
      {secret && (
        <SecretNotice secret={secret} testId="automation-secret">
          {t('automations.copySecret')}
        </SecretNotice>
      )}
      {automations?.length === 0 && <p className="faint">{t('automations.none')}</p>}
      {automations?.map((automation) => (
        <AutomationCard key={automation.id} automation={automation} onEdit={() => setEdited(automation)} />
      ))}
      {canManage && (
        <Button main className={settingsStyles.atStart} onClick={() => setEdited('new')}>
          <Icon name="plus" size={14} /> {t('automations.new')}
        </Button>
      )}
      {edited && <AutomationDialog automation={edited === 'new' ? null : edited} onClose={() => setEdited(null)} onSecret={setSecret} />}
    </>
  );
}

function AutomationCard({ automation, onEdit }: { automation: Automation; onEdit: () => void }) {
  const { canManage } = useWorkspace();
  const { feeds } = useFeeds();
  const update = useAccountChange('PUT /automations/:automationId');
  const remove = useAccountChange('DELETE /automations/:automationId');
  const [isLogOpen, setLogOpen] = useState(false);
  const params = { automationId: automation.id };
  const { id: _, createdAt: __, ...content } = automation;
  const [isOn, setOptimisticOn] = useOptimistic(automation.isOn);
  const turn = (next: boolean) =>
    startTransition(async () => {
      setOptimisticOn(next);
      // A failure is shown as a toast, and the switch returns to the stored value.
      await update.mutateAsync({ params, body: { ...content, isOn: next } }).catch(() => {});
    });
  const feedName = feeds.find(({ id }) => id === automation.feedId)?.name ?? t('automations.deletedFeed');
  return (
    <section className={`${cardStyles.card} ${formStyles.stack} ${cardStyles.padded}`} aria-label={automation.name}>
      <div className={formStyles.actions}>
        <h2 className={formStyles.grow}>{automation.name}</h2>
        {canManage && (
          <>
            <EditButton name={automation.name} onClick={onEdit} />
            <DeleteButton name={automation.name} onConfirm={() => remove.mutate({ params })}>
              {t('automations.deletion')}
            </DeleteButton>
          </>
        )}
      </div>
      <p className="soft">{t('automations.whenEnters', { feed: feedName })}</p>
      <ActionList automation={automation} />
      <Switch label={t('automations.isOn')} disabled={!canManage || update.isPending} value={isOn} onChange={turn} />
      <div>
        <Button quiet small aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)}>
          {t('automations.activityLog')}
        </Button>
        {isLogOpen && <ActivityLog automationId={automation.id} />}
      </div>
    </section>
  );
}

function ActionList({ automation: { actions } }: { automation: Automation }) {
  const tags = useTags();
  const members = useMembers();
  const { data: lists = [] } = useAccountQuery('/lists');
  const nameOf = (id: string) => {
    const member = members.find((candidate) => candidate.id === id);
    return member ? memberName(member) : t('automations.formerUser');
  };
  return (
    <ul className={formStyles.actions}>
      {actions.tagId !== null && (
        <li>
          <Badge>{t('automations.tagWith', { tag: tags.get(actions.tagId)?.name ?? '–' })}</Badge>
        </li>
      )}
      {actions.assigneeId !== null && (
        <li>
          <Badge>{t('automations.assignTo', { person: nameOf(actions.assigneeId) })}</Badge>
        </li>
      )}
      {actions.listId !== null && (
        <li>
          <Badge>{t('automations.addTo', { list: lists.find(({ id }) => id === actions.listId)?.name ?? '–' })}</Badge>
        </li>
      )}
      {actions.notify.length > 0 && (
        <li>
          <Badge>{t('automations.notifyUsers', { people: actions.notify.map(nameOf).join(', ') })}</Badge>
        </li>
      )}
      {actions.webhook !== null && (
        <li>
          <Badge>{t('automations.sendTo', { host: new URL(actions.webhook).host })}</Badge>
        </li>
      )}
    </ul>
  );
}

function ActivityLog({ automationId }: { automationId: string }) {
  const { data: runs } = useAccountQuery('/automations/:automationId/runs', { params: { automationId } });
  if (!runs) return null;
  if (runs.length === 0) return <p className="faint">{t('automations.noRuns')}</p>;
  return (
    <ul data-testid="automation-log">
      {runs.map(({ companyId, company, happenedAt, actions }) => (
        <li key={companyId} className="soft">
          <Link className="link" href={`/companies/${companyId}`}>
            {company}
          </Link>{' '}
          {actions.map((action) => t(`automationAction.${action}`)).join(', ')} <span className="faint">{ago(happenedAt)}</span>
        </li>
      ))}
    </ul>
  );
}
