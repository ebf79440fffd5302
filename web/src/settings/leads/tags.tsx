import { Link } from 'wouter';
import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-query.ts';
import { useTags } from '../../leads/use-tags.ts';
import { formatNumber } from '../../lib/format.ts';
import { RemoveButton } from '../../ui/delete-button.tsx';
import { Field, textOf } from '../../ui/field.tsx';
import { InPlace } from '../../ui/inline-edit.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { LeadIn } from '../settings-intro.tsx';
import { TagColors } from './tag-colors.tsx';

const firstColor = 6;

export function TagsPart() {
  const { mayEdit } = useWork();
  const tags = useTags();
  const change = useAccountChange({ quiet: true });
  const remove = useAccountChange();
  const colorOf = (form: FormData) => ({ color: Number(textOf(form, 'color')) });
  const add = (form: HTMLFormElement) => {
    const data = new FormData(form);
    change.mutate(
      { method: 'POST', path: '/tags', body: { name: textOf(data, 'name'), ...colorOf(data) } },
      { onSuccess: () => form.reset() },
    );
  };
  return (
    <>
      <LeadIn title="Tags" words="Words of your own for companies. Put them on leads with the key t." />
      {tags.size > 0 && (
        <ul className="card rows">
          {[...tags.values()].map((tag) => (
            <li key={tag.id}>
              <InPlace
                name={tag.name}
                path={`/tags/${tag.id}`}
                mayChange={mayEdit}
                further={<TagColors color={tag.color} />}
                furtherOf={colorOf}
              >
                {(edit) => (
                  <div className="actions">
                    <span className="tag">
                      <span className={`dot tag-${tag.color}`} /> {tag.name}
                    </span>
                    <Link className="link faint grow" href={`/leads?range=365d&filters=${encodeURIComponent(filtersOf(tag.id))}`}>
                      {formatNumber(tag.companyCount)} {tag.companyCount === 1 ? 'company' : 'companies'}
                    </Link>
                    {edit}
                    {mayEdit && (
                      <RemoveButton name={tag.name} onConfirm={() => remove.mutate({ method: 'DELETE', path: `/tags/${tag.id}` })}>
                        It comes off {formatNumber(tag.companyCount)} {tag.companyCount === 1 ? 'company' : 'companies'}; the companies
                        stay. A tag that a feed asks for is kept: change the feed first.
                      </RemoveButton>
                    )}
                  </div>
                )}
              </InPlace>
            </li>
          ))}
        </ul>
      )}
      {tags.size === 0 && <p className="faint">No tags yet.</p>}
      {mayEdit && (
        <SettingsForm title="New tag" action="Add tag" onSave={add} error={change.error} fields={['name']} isSaving={change.isPending}>
          <Field label="Name" name="name" required maxLength={200} error={change.error} />
          <TagColors color={firstColor} />
        </SettingsForm>
      )}
    </>
  );
}

function filtersOf(tagId: string): string {
  return JSON.stringify({ all: [{ field: 'tag', operator: 'is', values: [tagId], excluded: false }] });
}
