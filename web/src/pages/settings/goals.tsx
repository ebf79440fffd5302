import type { GoalRecord } from '../../../../server/src/domain/goals/goal-record.ts';
import { Field, textOf } from '../../components/field.tsx';
import { LeadIn } from '../../components/lead-in.tsx';
import { RemoveButton } from '../../components/remove-button.tsx';
import { SettingsForm } from '../../components/settings-form.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useWork } from '../../lib/session.tsx';
import { useAccountChange, useAccountQuery } from '../../lib/use-account-query.ts';

const kinds = {
  page: 'A page is viewed',
  form: 'A form is sent',
  download: 'A file is downloaded',
  event: 'An event of your own',
  outbound: 'A link to elsewhere is followed',
};
const operators = {
  contains: 'contains',
  is: 'is',
  begins_with: 'begins with',
  ends_with: 'ends with',
  matches: 'matches (* for anything)',
};

export function GoalsPart() {
  const { mayManage } = useWork();
  const { data: goals = [] } = useAccountQuery<GoalRecord[]>('/goals');
  const change = useAccountChange({ quiet: true });
  const remove = useAccountChange();
  const add = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const body = {
      name: textOf(data, 'name'),
      kind: textOf(data, 'kind'),
      operator: textOf(data, 'operator'),
      value: textOf(data, 'value'),
    };
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
                <th className="right">Reached in 30 days</th>
                <th>
                  <span className="unseen">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {goals.map((goal) => (
                <tr key={goal.id}>
                  <td>{goal.name}</td>
                  <td className="soft">
                    {kinds[goal.kind as keyof typeof kinds]}: {operators[goal.match.operator as keyof typeof operators]}{' '}
                    <span className="mono">{goal.match.value}</span>
                  </td>
                  <td className="right number">{formatNumber(goal.reachedCount)}</td>
                  <td className="right">
                    {mayManage && (
                      <RemoveButton name={goal.name} onConfirm={() => remove.mutate({ method: 'DELETE', path: `/goals/${goal.id}` })}>
                        It is marked in no visit any more, old ones included. A goal that a feed asks for is kept: change the feed first.
                      </RemoveButton>
                    )}
                  </td>
                </tr>
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
          fields={['name', 'value']}
          isSaving={change.isPending}
        >
          <Field label="Name" name="name" required maxLength={200} error={change.error} placeholder="Asked for a demo" />
          <div className="form-row">
            <div className="field">
              <label htmlFor="goal-kind">What happens</label>
              <select id="goal-kind" name="kind" className="select">
                {Object.entries(kinds).map(([kind, name]) => (
                  <option key={kind} value={kind}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
            <div className="field">
              <label htmlFor="goal-operator">Its address or name</label>
              <select id="goal-operator" name="operator" className="select">
                {Object.entries(operators).map(([operator, name]) => (
                  <option key={operator} value={operator}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          </div>
          <Field label="Text" name="value" required maxLength={500} placeholder="/thank-you" error={change.error} />
        </SettingsForm>
      )}
    </>
  );
}
