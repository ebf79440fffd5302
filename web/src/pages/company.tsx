import { useEffect } from 'react';
import { Link } from 'wouter';
import type { LeadPage } from '../../../server/src/domain/workspace/get-lead-page.ts';
import { Company } from '../components/company.tsx';
import { Scroll } from '../components/scroll.tsx';
import { Topbar } from '../components/topbar.tsx';
import { useAccountQuery } from '../lib/use-account-query.ts';

export default function CompanyPage({ id }: { id: string }) {
  const { data, isPlaceholderData } = useAccountQuery<LeadPage>(`/companies/${id}`);
  const name = isPlaceholderData ? undefined : data?.name;
  useEffect(() => {
    if (name) document.title = `${name} · Leadlight`;
  }, [name]);
  return (
    <>
      <Topbar title="Company">
        <Link href={`/leads?company=${id}`} className="button">
          Show in the list
        </Link>
      </Topbar>
      <Scroll label="Company">
        <div className="company-page">
          <Company companyId={id} />
        </div>
      </Scroll>
    </>
  );
}
