import { Link } from 'wouter';
import type { CountedList } from '../../../../server/src/domain/lists/list-lists.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../../api/use-account-query.ts';
import { formatNumber } from '../../lib/format.ts';
import { RemoveButton } from '../../ui/delete-button.tsx';
import { Field, textOf } from '../../ui/field.tsx';
import { InPlace } from '../../ui/inline-edit.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { LeadIn } from '../settings-intro.tsx';

const kinds: Record<string, string> = { revealed: 'what credits opened', crm: 'from the CRM', feed: 'follows a feed' };

export function ListsPart() {
  const { mayEdit } = useWork();
  const { data: lists = [] } = useAccountQuery<CountedList[]>('/lists');
  const change = useAccountChange({ quiet: true });
  const remove = useAccountChange();
  const add = (form: HTMLFormElement) =>
    change.mutate(
      { method: 'POST', path: '/lists', body: { name: textOf(new FormData(form), 'name') } },
      { onSuccess: () => form.reset() },
    );
  return (
    <>
      <LeadIn title="Lists" words="Companies that belong together, such as those of a campaign. Choose leads, then put them on a list." />
      {lists.length > 0 && (
        <ul className="card rows">
          {lists.map((list) => (
            <li key={list.id}>
              <InPlace name={list.name} path={`/lists/${list.id}`} mayChange={mayEdit && list.kind === 'static'}>
                {(edit) => (
                  <div className="actions">
                    <Link className="link" href={`/leads?range=365d&filters=${encodeURIComponent(filtersOf(list.id))}`}>
                      {list.name}
                    </Link>
                    {kinds[list.kind] && <span className="badge">{kinds[list.kind]}</span>}
                    <span className="faint grow">
                      {formatNumber(list.itemCount)} {list.itemCount === 1 ? 'company' : 'companies'}
                    </span>
                    {edit}
                    {mayEdit && list.kind === 'static' && (
                      <RemoveButton name={list.name} onConfirm={() => remove.mutate({ method: 'DELETE', path: `/lists/${list.id}` })}>
                        The {formatNumber(list.itemCount)} {list.itemCount === 1 ? 'company' : 'companies'} on it stay, the list goes. A
                        list that a feed asks for is kept: change the feed first.
                      </RemoveButton>
                    )}
                  </div>
                )}
              </InPlace>
            </li>
          ))}
        </ul>
      )}
      {lists.length === 0 && <p className="faint">No lists yet.</p>}
      {mayEdit && (
        <SettingsForm title="New list" action="Add list" onSave={add} error={change.error} fields={['name']} isSaving={change.isPending}>
          <Field label="Name" name="name" required maxLength={200} error={change.error} />
        </SettingsForm>
      )}
    </>
  );
}

function filtersOf(listId: string): string {
  return JSON.stringify({ all: [{ field: 'list', operator: 'is', values: [listId], excluded: false }] });
}
