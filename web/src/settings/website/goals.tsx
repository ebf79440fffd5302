import { useState } from 'react';
import type { GoalRecord } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { formatNumber } from '../../lib/format.ts';
import { t } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { FormError } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import inlineEditStyles from '../../ui/inline-edit.module.css';
import { EditButton } from '../../ui/inline-edit.tsx';
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx';
import tableStyles from '../../ui/table.module.css';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';
import { GoalFields, goalKinds, goalOf, goalOperators } from './goal-fields.tsx';

/** The counts are polled, because the server matches a new goal against past visits in the background. */
const pollMs = 4000;

export function GoalsPage() {
  const { canManage } = useWorkspace();
  const { data: goals = [] } = useAccountQuery('/goals', { refetchInterval: pollMs });
  const create = useAccountChange('POST /goals', { quiet: true });
  const add = (form: HTMLFormElement) => {
    const body = { ...goalOf(new FormData(form)), active: true };
    create.mutate({ body }, { onSuccess: () => form.reset() });
  };
  return (
    <>
      <SettingsIntro title={t('common.goals')} text={t('websiteSettings.goalsIntro')} />
      {goals.length > 0 && (
        <DataTable
          headings={[
            t('goals.goal'),
            t('common.when'),
            { text: t('common.value'), isRight: true },
            { text: t('websiteSettings.reachedIn30Days'), isRight: true },
          ]}
          actions={t('common.edit')}
        >
          {goals.map((goal) => (
            <Goal key={goal.id} goal={goal} canManage={canManage} />
          ))}
        </DataTable>
      )}
      {goals.length === 0 && <p className="faint">{t('websiteSettings.noGoalsYet')}</p>}
      {canManage && (
        <SettingsForm
          title={t('websiteSettings.newGoal')}
          action={t('websiteSettings.addGoal')}
          onSave={add}
          error={create.error}
          fields={['name', 'value', 'match.value']}
          isSaving={create.isPending}
        >
          <GoalFields error={create.error} />
        </SettingsForm>
      )}
    </>
  );
}

function Goal({ goal, canManage }: { goal: GoalRecord; canManage: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const update = useAccountChange('PATCH /goals/:goalId', { quiet: true });
  const toggle = useAccountChange('PATCH /goals/:goalId');
  const remove = useAccountChange('DELETE /goals/:goalId');
  const params = { goalId: goal.id };
  const close = () => {
    update.reset();
    setOpen(false);
  };
  if (isOpen) {
    return (
      <tr>
        <td colSpan={5}>
          <form
            className={`${formStyles.form} ${inlineEditStyles.inlineForm}`}
            aria-label={t('common.editNamed', { name: goal.name })}
            onSubmit={(event) => {
              event.preventDefault();
              const body = goalOf(new FormData(event.currentTarget));
              update.mutate({ params, body }, { onSuccess: close });
            }}
            onKeyDown={(event) => event.key === 'Escape' && close()}
          >
            <GoalFields goal={goal} error={update.error} />
            <FormError error={update.error} fields={['name', 'value', 'match.value']} />
            <SaveOrCancel isSaving={update.isPending} onCancel={close} />
          </form>
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td>
        {goal.name} {!goal.active && <Badge tone="warn">{t('goals.off')}</Badge>}
      </td>
      <td className="soft">
        {t(goalKinds[goal.kind])}: {goal.match.operator !== 'is' && t(goalOperators[goal.match.operator])}{' '}
        <span className="mono">{goal.match.value}</span>
      </td>
      <td className={`${tableStyles.right} number`}>{goal.value === null ? <span className="faint">–</span> : formatNumber(goal.value)}</td>
      <td className={`${tableStyles.right} number`}>{formatNumber(goal.reachedCount)}</td>
      <td className={tableStyles.right}>
        {canManage && (
          <span className={tableStyles.rowActions}>
            <Button
              quiet
              small
              aria-label={t(goal.active ? 'websiteSettings.turnOffNamed' : 'websiteSettings.turnOnNamed', { name: goal.name })}
              onClick={() => toggle.mutate({ params, body: { active: !goal.active } })}
            >
              {goal.active ? t('websiteSettings.turnOff') : t('websiteSettings.turnOn')}
            </Button>
            <EditButton name={goal.name} onClick={() => setOpen(true)} />
            <DeleteButton name={goal.name} onConfirm={() => remove.mutate({ params })}>
              {t('websiteSettings.goalDeletion')}
            </DeleteButton>
          </span>
        )}
      </td>
    </tr>
  );
}
