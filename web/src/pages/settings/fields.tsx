import type { CustomField } from '../../../../server/src/domain/custom-fields/custom-field.ts';
import { Field, FormTrouble, textOf } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { LeadIn } from '../../components/lead-in.tsx';
import { useWork } from '../../lib/session.tsx';
import { useAccountChange, useAccountQuery } from '../../lib/use-account-query.ts';

const types = { text: 'Text', number: 'Number', boolean: 'Yes or no', date: 'Day' };

export function FieldsPart() {
  const { mayManage } = useWork();
  const { data: fields = [] } = useAccountQuery<CustomField[]>('/fields');
  const change = useAccountChange({ quiet: true });
  const add = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const body = { name: textOf(data, 'name'), type: textOf(data, 'type') };
    change.mutate({ method: 'POST', path: '/fields', body }, { onSuccess: () => form.reset() });
  };
  return (
    <>
      <LeadIn
        title="Custom fields"
        words="What you want to know of every company. They show on its page, in both interfaces and as filters."
      />
      {fields.length === 0 && <p className="faint">No fields yet.</p>}
      {fields.length > 0 && (
        <ul className="card" style={{ padding: '4px 16px' }}>
          {fields.map((field, at) => (
            <li key={field.id} className="actions" style={{ padding: '8px 0', borderTop: at === 0 ? 0 : '1px solid var(--line)' }}>
              <strong style={{ fontWeight: 550 }}>{field.name}</strong>
              <span className="badge">{types[field.type as keyof typeof types] ?? field.type}</span>
              <span className="mono faint" style={{ flex: 1 }}>
                {field.id}
              </span>
              {mayManage && (
                <button
                  type="button"
                  className="button quiet icon small"
                  aria-label={`Delete ${field.name}`}
                  onClick={() => change.mutate({ method: 'DELETE', path: `/fields/${field.id}` })}
                >
                  <Icon name="close" size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <FormTrouble error={change.error} fields={['name']} />
      {mayManage && (
        <form
          className="card form"
          style={{ padding: 16 }}
          onSubmit={(event) => {
            event.preventDefault();
            add(event.currentTarget);
          }}
        >
          <h2>New field</h2>
          <div className="form-row">
            <Field label="Name" name="name" required maxLength={100} error={change.error} />
            <div className="field">
              <label htmlFor="field-type">It holds</label>
              <select id="field-type" name="type" className="select">
                {Object.entries(types).map(([type, name]) => (
                  <option key={type} value={type}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          </div>
          <div className="actions end">
            <button type="submit" className="button main" disabled={change.isPending}>
              Add field
            </button>
          </div>
        </form>
      )}
    </>
  );
}
