import { Link } from 'wouter';
import type { CompanyList } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { SettingsForm } from '../settings/settings-form.tsx';
import { Topbar } from '../shell/topbar.tsx';
import { useRowKeys } from '../shell/use-row-keys.ts';
import { t } from '../texts/t.ts';
import cardStyles from '../ui/card.module.css';
import { DeleteButton } from '../ui/delete-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Field, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { InlineEdit } from '../ui/inline-edit.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import { ListKindBadge } from './list-kind-badge.tsx';
import { listName } from './list-name.ts';
import { memberCount } from './member-count.ts';

/** All lists of companies and of contacts. */
export default function ListsPage() {
  useRowKeys();
  const { canEdit } = useWorkspace();
  const companies = useAccountQuery('/lists');
  const contacts = useAccountQuery('/lists', { query: { scope: 'contact' } });
  const create = useAccountChange('POST /lists', { quiet: true });
  const add = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const scope = textOf(data, 'scope') === 'contact' ? ('contact' as const) : ('company' as const);
    create.mutate({ body: { name: textOf(data, 'name'), scope } }, { onSuccess: () => form.reset() });
  };
  const error = companies.error ?? contacts.error;
  return (
    <>
      <Topbar title={t('lists.title')} />
      <Scroll label={t('lists.title')}>
        <div className={layoutStyles.column}>
          {error && !(companies.data && contacts.data) ? (
            <ErrorState error={error} onRetry={() => Promise.all([companies.refetch(), contacts.refetch()])} />
          ) : !companies.data || !contacts.data ? (
            <CardSkeletons />
          ) : companies.data.length + contacts.data.length === 0 ? (
            <EmptyState title={t('lists.noListsYet')}>
              <p className="soft">{t('lists.noListsHint')}</p>
            </EmptyState>
          ) : (
            <>
              <Lists title={t('lists.companyLists')} lists={companies.data} />
              <Lists title={t('lists.contactLists')} lists={contacts.data} />
            </>
          )}
          {canEdit && (
            <SettingsForm
              title={t('common.newList')}
              action={t('lists.add')}
              onSave={add}
              error={create.error}
              fields={['name']}
              isSaving={create.isPending}
            >
              <Field label={t('common.name')} name="name" required maxLength={200} error={create.error} />
              <label className={formStyles.field}>
                <span className={formStyles.label}>{t('lists.contents')}</span>
                <select name="scope" className={formStyles.select}>
                  <option value="company">{t('common.companies')}</option>
                  <option value="contact">{t('common.contacts')}</option>
                </select>
              </label>
            </SettingsForm>
          )}
        </div>
      </Scroll>
    </>
  );
}

function Lists({ title, lists }: { title: string; lists: CompanyList[] }) {
  if (lists.length === 0) return null;
  return (
    <section className={cardStyles.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <ul className={`${cardStyles.card} ${cardStyles.rows}`} style={{ border: 0 }}>
        {lists.map((list) => (
          <List key={list.id} list={list} />
        ))}
      </ul>
    </section>
  );
}

function List({ list }: { list: CompanyList }) {
  const { canEdit } = useWorkspace();
  const update = useAccountChange('PATCH /lists/:listId', { quiet: true });
  const remove = useAccountChange('DELETE /lists/:listId');
  const params = { listId: list.id };
  const members = memberCount(list.scope, list.itemCount);
  return (
    <li>
      <InlineEdit
        name={list.name}
        canEdit={canEdit && list.kind === 'static'}
        onSave={(form) => update.mutateAsync({ params, body: { name: textOf(form, 'name') } })}
      >
        {(edit) => (
          <div className={formStyles.actions}>
            <Link className="link" href={`/lists/${list.id}`}>
              {listName(list)}
            </Link>
            <ListKindBadge kind={list.kind} />
            <span className="faint" style={{ flex: 'auto' }}>
              {members}
            </span>
            {edit}
            {canEdit && list.kind === 'static' && (
              <DeleteButton name={list.name} onConfirm={() => remove.mutate({ params })}>
                {t('lists.deletion', { members })}
              </DeleteButton>
            )}
          </div>
        )}
      </InlineEdit>
    </li>
  );
}
