import { Link } from 'wouter';
import type { CountedList } from '../../../../server/src/domain/lists/list-lists.ts';
import { Field, FormTrouble, textOf } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { LeadIn } from '../../components/lead-in.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useWork } from '../../lib/session.tsx';
import { useAccountChange, useAccountQuery } from '../../lib/use-account-query.ts';

const kinds: Record<string, string> = { revealed: 'what credits opened', crm: 'from the CRM', feed: 'follows a feed' };

export function ListsPart() {
  const { mayEdit } = useWork();
  const { data: lists = [] } = useAccountQuery<CountedList[]>('/lists');
  const change = useAccountChange({ quiet: true });
  const add = (form: HTMLFormElement) =>
    change.mutate(
      { method: 'POST', path: '/lists', body: { name: textOf(new FormData(form), 'name') } },
      { onSuccess: () => form.reset() },
    );
  return (
    <>
      <LeadIn title="Lists" words="Companies that belong together, such as those of a campaign. Choose leads, then put them on a list." />
      {lists.length > 0 && (
        <ul className="card" style={{ padding: '4px 16px' }}>
          {lists.map((list, at) => (
            <li key={list.id} className="actions" style={{ padding: '8px 0', borderTop: at === 0 ? 0 : '1px solid var(--line)' }}>
              <Link className="link" href={`/leads?range=365d&filters=${encodeURIComponent(filtersOf(list.id))}`}>
                {list.name}
              </Link>
              {kinds[list.kind] && <span className="badge">{kinds[list.kind]}</span>}
              <span className="faint" style={{ flex: 1 }}>
                {formatNumber(list.itemCount)} {list.itemCount === 1 ? 'company' : 'companies'}
              </span>
              {mayEdit && list.kind === 'static' && (
                <button
                  type="button"
                  className="button quiet icon small"
                  aria-label={`Delete ${list.name}`}
                  onClick={() => change.mutate({ method: 'DELETE', path: `/lists/${list.id}` })}
                >
                  <Icon name="close" size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {lists.length === 0 && <p className="faint">No lists yet.</p>}
      <FormTrouble error={change.error} fields={['name']} />
      {mayEdit && (
        <form
          className="card form"
          style={{ padding: 16 }}
          onSubmit={(event) => {
            event.preventDefault();
            add(event.currentTarget);
          }}
        >
          <h2>New list</h2>
          <Field label="Name" name="name" required maxLength={200} error={change.error} />
          <div className="actions end">
            <button type="submit" className="button main" disabled={change.isPending}>
              Add list
            </button>
          </div>
        </form>
      )}
    </>
  );
}

function filtersOf(listId: string): string {
  return JSON.stringify({ all: [{ field: 'list', operator: 'is', values: [listId], excluded: false }] });
}
