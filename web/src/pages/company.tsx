import { Link } from 'wouter';
import { Company } from '../components/company.tsx';
import { Scroll } from '../components/scroll.tsx';
import { Topbar } from '../components/topbar.tsx';

export default function CompanyPage({ id }: { id: string }) {
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
