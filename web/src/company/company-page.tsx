import { useEffect } from 'react';
import { Link } from 'wouter';
import { useAccountQuery } from '../api/use-account-query.ts';
import { Topbar } from '../shell/topbar.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Company } from './company.tsx';

export default function CompanyPage({ id }: { id: string }) {
  const { data, isPlaceholderData } = useAccountQuery('/companies/:companyId', { params: { companyId: id } });
  const name = isPlaceholderData ? undefined : data?.name;
  useEffect(() => {
    if (name) document.title = `${name} · Leadlight`;
  }, [name]);
  return (
    <>
      <Topbar title="Company">
        <Link href={`/leads?company=${id}`} className="button">
          Show in list
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
