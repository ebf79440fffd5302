import { useEffect } from 'react';
import { Link } from 'wouter';
import { useAccountQuery } from '../api/use-account-query.ts';
import { Topbar } from '../shell/topbar.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Scroll } from '../ui/scroll.tsx';
import companyStyles from './company.module.css';
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
        <Link href={`/leads?company=${id}`} className={buttonClass()}>
          Show in list
        </Link>
      </Topbar>
      <Scroll label="Company">
        <div className={companyStyles.companyPage}>
          <Company companyId={id} />
        </div>
      </Scroll>
    </>
  );
}
