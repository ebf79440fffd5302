import { useEffect } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useActionTargets } from '../leads/action-targets.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { t } from '../texts/t.ts';
import { buttonClass } from '../ui/button.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { intervalOf, intervalParams, todayIn } from '../ui/intervals.ts';
import { Scroll } from '../ui/scroll.tsx';
import companyStyles from './company.module.css';
import { Company } from './company.tsx';
import { useCompany } from './use-company.ts';

export default function CompanyPage({ id }: { id: string }) {
  const { account } = useWorkspace();
  const [params] = useParams();
  const interval = intervalOf(params, todayIn(account.timezone));
  useActionTargets([id]);
  const name = useCompany(id, interval).data?.name;
  useEffect(() => {
    if (name) document.title = `${name} · Leadlight`;
  }, [name]);
  return (
    <>
      <Topbar title={t('common.company')}>
        <Link href={`/leads?company=${id}&${intervalParams(interval)}`} className={buttonClass()}>
          {t('company.showInList')}
        </Link>
        <DateRange interval={interval} />
      </Topbar>
      <Scroll label={t('common.company')}>
        <div className={companyStyles.companyPage}>
          <Company key={id} companyId={id} interval={interval} />
        </div>
      </Scroll>
    </>
  );
}
