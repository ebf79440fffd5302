import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { t } from '../texts/t.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import skeletonStyles from '../ui/skeleton.module.css';
import { ContactLine } from './contact-line.tsx';
import styles from './contacts.module.css';

const pageSize = 10;

/** The contacts of a company. Those who match a buyer persona of the account come first. */
export function CompanyContacts({ companyId }: { companyId: string }) {
  const { base } = useWorkspace();
  const request = useAccountRequest();
  const query = useInfiniteQuery({
    queryKey: [base, 'contacts', companyId],
    queryFn: ({ pageParam, signal }) =>
      request('GET /companies/:companyId/contacts', { params: { companyId }, query: { offset: pageParam, limit: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (pages.length * pageSize < page.total ? pages.length * pageSize : undefined),
  });
  const { data, error, refetch } = query;
  const { data: personas } = useAccountQuery('/personas', { staleTime: 60_000 });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <div className={skeletonStyles.skeleton} style={{ height: 90 }} />;
  const contacts = data.pages.flatMap((page) => page.contacts);
  const total = data.pages[0]?.total ?? 0;
  if (total === 0) return <p className="faint">{t('contacts.noneYet')}</p>;
  return (
    <>
      <p className="faint">
        {personas?.personas.length === 0 ? (
          <Link href="/settings/personas" className="link">
            {t('contacts.definePersonas')}
          </Link>
        ) : (
          t('contacts.personaFirst')
        )}
      </p>
      <ul className={styles.contacts}>
        {contacts.map((contact) => (
          <ContactLine key={contact.id} contact={contact} />
        ))}
      </ul>
      <ShowMore query={query} small>
        {t('contacts.showMore', { count: total - contacts.length })}
      </ShowMore>
    </>
  );
}
