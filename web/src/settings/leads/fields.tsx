import type { CustomField } from '../../../../server/src/domain/custom-fields/custom-field.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../../api/use-account-query.ts';
import { RemoveButton } from '../../ui/delete-button.tsx';
import { Field, textOf } from '../../ui/field.tsx';
import { InPlace } from '../../ui/inline-edit.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { LeadIn } from '../settings-intro.tsx';

const types = { text: 'Text', number: 'Number', boolean: 'Yes or no', date: 'Day' };

export function FieldsPart() {
  const { mayManage } = useWork();
  const { data: fields = [] } = useAccountQuery<CustomField[]>('/fields');
  const change = useAccountChange({ quiet: true });
  const remove = useAccountChange();
  const add = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const body = { name: textOf(data, 'name'), type: textOf(data, 'type'), ...descriptionOf(data) };
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
        <ul className="card rows">
          {fields.map((field) => (
            <li key={field.id}>
              <InPlace
                name={field.name}
                path={`/fields/${field.id}`}
                mayChange={mayManage}
                further={<Field label="What it means" name="description" maxLength={500} defaultValue={field.description ?? ''} />}
                furtherOf={descriptionOf}
              >
                {(edit) => (
                  <div className="actions">
                    <strong style={{ fontWeight: 550 }}>{field.name}</strong>
                    <span className="badge">{types[field.type as keyof typeof types] ?? field.type}</span>
                    <span className="mono faint">{field.id}</span>
                    <span className="soft cut grow">{field.description}</span>
                    {edit}
                    {mayManage && (
                      <RemoveButton name={field.name} onConfirm={() => remove.mutate({ method: 'DELETE', path: `/fields/${field.id}` })}>
                        Its values go with it, for every company. A field that a feed asks for is kept: change the feed first.
                      </RemoveButton>
                    )}
                  </div>
                )}
              </InPlace>
            </li>
          ))}
        </ul>
      )}
      {mayManage && (
        <SettingsForm title="New field" action="Add field" onSave={add} error={change.error} fields={['name']} isSaving={change.isPending}>
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
          <Field label="What it means" name="description" maxLength={500} hint="Shown with the field, for everybody who fills it." />
        </SettingsForm>
      )}
    </>
  );
}

function descriptionOf(form: FormData) {
  return { description: textOf(form, 'description').trim() || null };
}
