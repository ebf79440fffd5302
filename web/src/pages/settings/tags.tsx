import { useState } from 'react';
import { Field, textOf } from '../../components/field.tsx';
import { LeadIn } from '../../components/lead-in.tsx';
import { RemoveButton } from '../../components/remove-button.tsx';
import { SettingsForm } from '../../components/settings-form.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useWork } from '../../lib/session.tsx';
import { useAccountChange } from '../../lib/use-account-query.ts';
import { useTags } from '../../lib/use-tags.ts';

const colors = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'purple', 'pink'];

export function TagsPart() {
  const { mayEdit } = useWork();
  const tags = useTags();
  const [color, setColor] = useState(6);
  const change = useAccountChange({ quiet: true });
  const remove = useAccountChange();
  const add = (form: HTMLFormElement) =>
    change.mutate(
      { method: 'POST', path: '/tags', body: { name: textOf(new FormData(form), 'name'), color } },
      { onSuccess: () => form.reset() },
    );
  return (
    <>
      <LeadIn title="Tags" words="Words of your own for companies. Put them on leads with the key t." />
      {tags.size > 0 && (
        <ul className="card rows">
          {[...tags.values()].map((tag) => (
            <li key={tag.id} className="actions">
              <span className="tag">
                <span className={`dot tag-${tag.color}`} /> {tag.name}
              </span>
              <span className="faint" style={{ flex: 1 }}>
                {formatNumber(tag.companyCount)} {tag.companyCount === 1 ? 'company' : 'companies'}
              </span>
              {mayEdit && (
                <RemoveButton name={tag.name} onConfirm={() => remove.mutate({ method: 'DELETE', path: `/tags/${tag.id}` })}>
                  It comes off {formatNumber(tag.companyCount)} {tag.companyCount === 1 ? 'company' : 'companies'}; the companies stay. A
                  tag that a feed asks for is kept: change the feed first.
                </RemoveButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {tags.size === 0 && <p className="faint">No tags yet.</p>}
      {mayEdit && (
        <SettingsForm title="New tag" action="Add tag" onSave={add} error={change.error} fields={['name']} isSaving={change.isPending}>
          <Field label="Name" name="name" required maxLength={200} error={change.error} />
          <fieldset className="actions" style={{ border: 0, margin: 0, padding: 0 }}>
            <legend className="unseen">Colour</legend>
            {colors.map((name, index) => (
              <label key={name} className="actions" style={{ gap: 4 }} title={name}>
                <input type="radio" name="color" checked={color === index} onChange={() => setColor(index)} aria-label={name} />
                <span className={`dot tag-${index}`} style={{ width: 12, height: 12 }} />
              </label>
            ))}
          </fieldset>
        </SettingsForm>
      )}
    </>
  );
}
