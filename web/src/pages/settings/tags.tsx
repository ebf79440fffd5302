import { useState } from 'react';
import { Field, FormTrouble, textOf } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { LeadIn } from '../../components/lead-in.tsx';
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
  const add = (form: HTMLFormElement) =>
    change.mutate(
      { method: 'POST', path: '/tags', body: { name: textOf(new FormData(form), 'name'), color } },
      { onSuccess: () => form.reset() },
    );
  return (
    <>
      <LeadIn title="Tags" words="Words of your own for companies. Put them on leads with the key t." />
      {tags.size > 0 && (
        <ul className="card" style={{ padding: '4px 16px' }}>
          {[...tags.values()].map((tag, at) => (
            <li key={tag.id} className="actions" style={{ padding: '8px 0', borderTop: at === 0 ? 0 : '1px solid var(--line)' }}>
              <span className="tag">
                <span className={`dot tag-${tag.color}`} /> {tag.name}
              </span>
              <span className="faint" style={{ flex: 1 }}>
                {formatNumber(tag.companyCount)} {tag.companyCount === 1 ? 'company' : 'companies'}
              </span>
              {mayEdit && (
                <button
                  type="button"
                  className="button quiet icon small"
                  aria-label={`Delete ${tag.name}`}
                  onClick={() => change.mutate({ method: 'DELETE', path: `/tags/${tag.id}` })}
                >
                  <Icon name="close" size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {tags.size === 0 && <p className="faint">No tags yet.</p>}
      {mayEdit && (
        <form
          className="card form"
          style={{ padding: 16 }}
          onSubmit={(event) => {
            event.preventDefault();
            add(event.currentTarget);
          }}
        >
          <h2>New tag</h2>
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
          <FormTrouble error={change.error} fields={['name']} />
          <div className="actions end">
            <button type="submit" className="button main" disabled={change.isPending}>
              Add tag
            </button>
          </div>
        </form>
      )}
    </>
  );
}
