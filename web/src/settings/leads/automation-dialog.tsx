import { type ReactNode, useState } from 'react';
import type { Automation } from '../../api/responses.ts';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { useFeeds } from '../../feeds/use-feeds.ts';
import { memberName, useMembers } from '../../leads/use-members.ts';
import { useTags, useTagsQuery } from '../../leads/use-tags.ts';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { Field, FormError } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Select, Switch } from '../../ui/form-fields.tsx';

type AutomationDialogProps = { automation: Automation | null; onClose: () => void; onSecret: (secret: string | null) => void };

const noActions: Automation['actions'] = { tagId: null, assigneeId: null, listId: null, notify: [], webhook: null };

/** Creates or edits an automation. Previews the companies that it would have acted on in the last 30 days. */
export function AutomationDialog({ automation, onClose, onSecret }: AutomationDialogProps) {
  const { feeds } = useFeeds();
  const members = useMembers();
  const { data: tags } = useTagsQuery();
  const { data: lists } = useAccountQuery('/lists');
  const [name, setName] = useState(automation?.name ?? '');
  const [feedId, setFeedId] = useState(automation?.feedId ?? 'all_leads');
  const [actions, setActions] = useState(automation?.actions ?? noActions);
  const create = useAccountChange('POST /automations', { quiet: true });
  const update = useAccountChange('PUT /automations/:automationId', { quiet: true });
  const error = create.error ?? update.error;
  const saved = ({ webhookSecret }: { webhookSecret: string | null }) => {
    onSecret(webhookSecret);
    onClose();
  };
  const save = () => {
    // Users who have been removed from the account are no longer shown, so they cannot be deselected.
    const notify = members.length === 0 ? actions.notify : actions.notify.filter((id) => members.some((member) => member.id === id));
    const webhook = actions.webhook?.trim() || null;
    // The fields show “none” for records that have been deleted.
    const tagId = existing(actions.tagId, tags);
    const assigneeId = members.length === 0 ? actions.assigneeId : existing(actions.assigneeId, members);
    const listId = existing(actions.listId, lists);
    const body = { name, feedId, actions: { tagId, assigneeId, listId, notify, webhook } };
    if (automation)
      update.mutate({ params: { automationId: automation.id }, body: { ...body, isOn: automation.isOn } }, { onSuccess: saved });
    else create.mutate({ body }, { onSuccess: saved });
  };
  const feedOptions = feeds.map(({ id, name }): readonly [string, string] => [id, name]);
  if (feeds.length > 0 && !feeds.some(({ id }) => id === feedId)) feedOptions.push([feedId, t('automations.deletedFeed')]);
  return (
    <Dialog title={automation ? t('automations.edit') : t('automations.new')} open onClose={onClose}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label={t('common.name')}
          name="name"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={error}
        />
        <Select
          label={t('automations.when')}
          disabled={false}
          value={feedId}
          options={feedOptions}
          onChange={setFeedId}
          hint={<Preview feedId={feedId} />}
        />
        <ActionFields actions={actions} onChange={setActions} error={error} />
        <FormError error={error} fields={['name', 'webhook']} />
        <DialogFooter>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" main disabled={create.isPending || update.isPending}>
            {t('common.save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** The id, or null if the record no longer exists. `records` is undefined until they are loaded. */
function existing(id: string | null, records: readonly { id: string }[] | undefined): string | null {
  return !records || records.some((record) => record.id === id) ? id : null;
}

type ActionFieldsProps = { actions: Automation['actions']; onChange: (actions: Automation['actions']) => void; error: Error | null };

function ActionFields({ actions, onChange, error }: ActionFieldsProps): ReactNode {
  const tags = useTags();
  const members = useMembers();
  const { data: lists = [] } = useAccountQuery('/lists');
  const set = (change: Partial<Automation['actions']>) => onChange({ ...actions, ...change });
  return (
    <>
      <Select
        label={t('automationAction.tag')}
        disabled={false}
        value={actions.tagId ?? ''}
        options={[['', t('automations.noTag')] as const, ...[...tags.values()].map(({ id, name }) => [id, name] as const)]}
        onChange={(id) => set({ tagId: id || null })}
      />
      <Select
        label={t('automationAction.assign')}
        disabled={false}
        value={actions.assigneeId ?? ''}
        options={[['', t('automations.nobody')] as const, ...members.map((member) => [member.id, memberName(member)] as const)]}
        onChange={(id) => set({ assigneeId: id || null })}
        hint={t('automations.assignHint')}
      />
      <Select
        label={t('automationAction.list')}
        disabled={false}
        value={actions.listId ?? ''}
        options={[
          ['', t('automations.noList')] as const,
          ...lists.filter(({ kind }) => kind === 'static').map(({ id, name }) => [id, name] as const),
        ]}
        onChange={(id) => set({ listId: id || null })}
      />
      <fieldset className={`${formStyles.stack} ${formStyles.plainSet}`}>
        <legend>{t('automationAction.notify')}</legend>
        {members.map((member) => (
          <Switch
            key={member.id}
            label={memberName(member)}
            disabled={false}
            value={actions.notify.includes(member.id)}
            onChange={(isOn) => set({ notify: isOn ? [...actions.notify, member.id] : actions.notify.filter((id) => id !== member.id) })}
          />
        ))}
      </fieldset>
      <Field
        label={t('automationAction.push')}
        name="webhook"
        type="url"
        maxLength={2000}
        placeholder="https://"
        value={actions.webhook ?? ''}
        onChange={(event) => set({ webhook: event.target.value || null })}
        hint={t('automations.webhookHint')}
        error={error}
      />
    </>
  );
}

function Preview({ feedId }: { feedId: string }) {
  const { data } = useAccountQuery('/automation-preview', { query: { feed: feedId } });
  if (!data) return null;
  const names = data.companies.map(({ name }) => name).join(', ');
  const more = data.total - data.companies.length;
  return (
    <span data-testid="automation-preview">
      {t(data.isTotalCapped ? 'automations.previewOrMore' : 'automations.preview', { count: data.total })}{' '}
      {more > 0 ? t('alerts.namesAndMore', { names, count: more }) : names}
    </span>
  );
}
