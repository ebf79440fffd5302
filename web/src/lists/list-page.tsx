import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { ContactLine } from '../contacts/contact-line.tsx';
import contactStyles from '../contacts/contacts.module.css';
import { CompanyTable } from '../directory/company-table.tsx';
import { leadsWith } from '../leads/leads-with.ts';
import { Topbar } from '../shell/topbar.tsx';
import { useRowKeys } from '../shell/use-row-keys.ts';
import { t } from '../texts/t.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import { AddMember } from './add-member.tsx';
import { ListKindBadge } from './list-kind-badge.tsx';
import { listName } from './list-name.ts';
import { memberCount } from './member-count.ts';
import { useListChange } from './use-list-change.ts';

const none: ReadonlySet<string> = new Set();

/** All members of a list, whether they visited or not. */
export default function ListPage({ id }: { id: string }) {
  useRowKeys();
  const { base, canEdit } = useWorkspace();
  const request = useAccountRequest();
  const changeMembers = useListChange();
  const [selected, setSelected] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is cleared when another list is shown.
  useEffect(() => setSelected(none), [id]);
  const query = useInfiniteQuery({
    queryKey: [base, 'list-members', id],
    queryFn: ({ pageParam, signal }) =>
      request('GET /lists/:listId/members', { params: { listId: id }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const { data, error, refetch } = query;
  const list = data?.pages[0]?.list;
  const companies = data?.pages.flatMap((page) => page.companies) ?? [];
  const contacts = data?.pages.flatMap((page) => page.contacts) ?? [];
  const isEditable = canEdit && list?.kind === 'static';
  const remove = (ids: string[]) => list && changeMembers({ list, ids, isOn: false }, () => setSelected(none));
  const removeButton = (recordId: string, name: string) => (
    <Button quiet icon small aria-label={t('common.removeNamed', { name })} onClick={() => remove([recordId])}>
      <Icon name="close" size={14} />
    </Button>
  );
  return (
    <>
      <Topbar title={list ? listName(list) : t('lists.title')}>
        <span className="faint number" role="status">
          {list && memberCount(list.scope, list.itemCount)}
        </span>
        {list?.scope === 'company' && (
          <Link className={buttonClass()} href={leadsWith('list', list.id)}>
            {t('lists.showVisits')}
          </Link>
        )}
        <Link className={buttonClass()} href="/lists">
          {t('lists.title')}
        </Link>
      </Topbar>
      <Scroll label={t('lists.title')}>
        <div className={layoutStyles.column}>
          {error && !data ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : !list ? (
            <CardSkeletons />
          ) : (
            <>
              {isEditable ? (
                <AddMember list={list} />
              ) : (
                list.kind !== 'static' && (
                  <p className="faint">
                    <ListKindBadge kind={list.kind} /> {t('lists.followsSource')}
                  </p>
                )
              )}
              {list.itemCount === 0 ? (
                <EmptyState title={t('lists.emptyList')}>
                  <p className="soft">{t(list.scope === 'company' ? 'lists.emptyListCompanies' : 'lists.emptyListContacts')}</p>
                  <Link className={buttonClass({ main: true })} href={list.scope === 'company' ? '/directory' : '/leads'}>
                    {list.scope === 'company' ? t('directory.title') : t('common.goToLeads')}
                  </Link>
                </EmptyState>
              ) : (
                <section className={`${cardStyles.card} ${cardStyles.rows}`} aria-label={listName(list)}>
                  {isEditable && selected.size > 0 && (
                    <Button small onClick={() => remove([...selected])}>
                      {t('lists.removeSelected', { count: selected.size })}
                    </Button>
                  )}
                  {list.scope === 'company' ? (
                    <CompanyTable
                      companies={companies}
                      selected={selected}
                      onSelect={setSelected}
                      listId={list.id}
                      actions={isEditable ? (company) => removeButton(company.id, company.name) : undefined}
                    />
                  ) : (
                    <ul className={contactStyles.contacts}>
                      {contacts.map((contact) => (
                        <ContactLine key={contact.id} contact={contact} company={` · ${contact.companyName}`}>
                          {isEditable && removeButton(contact.id, contact.name)}
                        </ContactLine>
                      ))}
                    </ul>
                  )}
                  <p className={formStyles.actions}>
                    <ShowMore query={query}>{t('directory.showMore')}</ShowMore>
                  </p>
                </section>
              )}
            </>
          )}
        </div>
      </Scroll>
    </>
  );
}
