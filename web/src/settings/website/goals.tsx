import { useState } from 'react';
import type { GoalRecord } from '../../../../server/src/domain/goals/goal-record.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../../api/use-account-query.ts';
import { formatNumber } from '../../lib/format.ts';
import { RemoveButton } from '../../ui/delete-button.tsx';
import { FormTrouble } from '../../ui/field.tsx';
import { EditButton } from '../../ui/inline-edit.tsx';
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { LeadIn } from '../settings-intro.tsx';
import { GoalFields, goalKinds, goalOf, goalOperators } from './goal-fields.tsx';

/** The visits of the past are searched in the background; the figures follow. */
const lookMs = 4000;

export function GoalsPart() {
  const { mayManage } = useWork();
  const { data: goals = [] } = useAccountQuery<GoalRecord[]>('/goals', { refetchInterval: lookMs });
  const change = useAccountChange({ quiet: true });
  const add = (form: HTMLFormElement) => {
    const body = { ...goalOf(new FormData(form)), active: true };
    change.mutate({ method: 'POST', path: '/goals', body }, { onSuccess: () => form.reset() });
  };
  return (
    <>
      <LeadIn
        title="Goals"
        words="What you want visitors to do. Visits of the past are searched for it too, in a moment, and feeds can ask for it."
      />
      {goals.length > 0 && (
        <div className="card rows scroll-sideways">
          <table className="plain-table">
            <thead>
              <tr>
                <th>Goal</th>
                <th>When</th>
                <th className="right">Worth</th>
                <th className="right">Reached in 30 days</th>
                <th>
                  <span className="unseen">Change</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {goals.map((goal) => (
                <Goal key={goal.id} goal={goal} mayManage={mayManage} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {goals.length === 0 && <p className="faint">No goals yet.</p>}
      {mayManage && (
        <SettingsForm
          title="New goal"
          action="Add goal"
          onSave={add}
          error={change.error}
          fields={['name', 'worth', 'text']}
          isSaving={change.isPending}
        >
          <GoalFields error={change.error} />
        </SettingsForm>
      )}
    </>
  );
}

function Goal({ goal, mayManage }: { goal: GoalRecord; mayManage: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const change = useAccountChange({ quiet: true });
  const act = useAccountChange();
  const path = `/goals/${goal.id}`;
  if (isOpen) {
    return (
      <tr>
        <td colSpan={5}>
          <form
            className="form in-place"
            aria-label={`Change ${goal.name}`}
            onSubmit={(event) => {
              event.preventDefault();
              const body = goalOf(new FormData(event.currentTarget));
              change.mutate({ method: 'PATCH', path, body }, { onSuccess: () => setOpen(false) });
            }}
            onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
          >
            <GoalFields goal={goal} error={change.error} />
            <FormTrouble error={change.error} fields={['name', 'worth', 'text']} />
            <SaveOrCancel isSaving={change.isPending} onCancel={() => setOpen(false)} />
          </form>
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td>
        {goal.name} {!goal.active && <span className="badge warn">Off</span>}
      </td>
      <td className="soft">
        {goalKinds[goal.kind as keyof typeof goalKinds]}: {goalOperators[goal.match.operator as keyof typeof goalOperators]}{' '}
        <span className="mono">{goal.match.value}</span>
      </td>
      <td className="right number">{goal.value === null ? <span className="faint">–</span> : formatNumber(goal.value)}</td>
      <td className="right number">{formatNumber(goal.reachedCount)}</td>
      <td className="right">
        {mayManage && (
          <span className="row-actions">
            <button
              type="button"
              className="button quiet small"
              aria-label={`Turn ${goal.active ? 'off' : 'on'} ${goal.name}`}
              onClick={() => act.mutate({ method: 'PATCH', path, body: { active: !goal.active } })}
            >
              {goal.active ? 'Turn off' : 'Turn on'}
            </button>
            <EditButton name={goal.name} onClick={() => setOpen(true)} />
            <RemoveButton name={goal.name} onConfirm={() => act.mutate({ method: 'DELETE', path })}>
              It is marked in no visit any more, old ones included. A goal that a feed asks for is kept: change the feed first.
            </RemoveButton>
          </span>
        )}
      </td>
    </tr>
  );
}
