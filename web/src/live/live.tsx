import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { LiveVisit } from '../api/answers.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { ago, placeName, sourceName } from '../lib/format.ts';
import { Topbar } from '../shell/topbar.tsx';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Scroll } from '../ui/scroll.tsx';

const kindNames: Record<string, string> = {
  isp: 'Visitor on a home or mobile network',
  mobile: 'Visitor on a mobile network',
  hosting: 'Data centre',
  vpn: 'Visitor behind a VPN',
};

export default function Live() {
  const { data = [], error, refetch, isPending } = useAccountQuery('/live', { staleTime: 0 });
  const companies = data.filter(({ companyId }) => companyId !== null).length;
  const [, navigate] = useLocation();
  const [at, setAt] = useState(-1);
  const move = (to: number) => setAt(Math.max(0, Math.min(to, data.length - 1)));
  useShortcuts({
    j: () => move(at + 1),
    k: () => move(at - 1),
    enter: () => data[at]?.companyId && navigate(`/companies/${data[at].companyId}`),
  });
  return (
    <>
      <Topbar title="Live">
        <span className="badge good" role="status">
          <span className="dot live" />
          {data.length} on the site, {companies} from companies
        </span>
      </Topbar>
      <Scroll label="Visitors">
        {error && <ErrorState error={error} onRetry={() => refetch()} />}
        {!error && !isPending && data.length === 0 && (
          <div className="empty">
            <h2>Nobody is on the site right now</h2>
            <p className="soft">Visitors appear here as soon as they open a page, and stay for five minutes after their last activity.</p>
          </div>
        )}
        {data.length > 0 && (
          <div className="column">
            <ul className="card">
              {data.map((visit, index) => (
                <Visitor key={visit.id} visit={visit} isCurrent={index === at} />
              ))}
            </ul>
          </div>
        )}
      </Scroll>
    </>
  );
}

function Visitor({ visit, isCurrent }: { visit: LiveVisit; isCurrent: boolean }) {
  const name = visit.company ?? kindNames[visit.kind ?? ''] ?? 'Visitor';
  return (
    <li className="live-row" data-current={isCurrent}>
      <span className="who">
        <Avatar name={visit.company ?? '·'} />
        <span className="names">
          <span className="name">
            {visit.companyId ? (
              <Link href={`/companies/${visit.companyId}`} className="cut">
                {name}
              </Link>
            ) : (
              <span className="soft cut">{name}</span>
            )}
          </span>
          <span className="domain cut">{placeName({ city: visit.city, countryCode: visit.countryCode }) ?? 'Place unknown'}</span>
        </span>
      </span>
      <span className="cut may-hide" title={visit.title ?? undefined}>
        {visit.path}
      </span>
      <span className="cut soft may-hide">
        {sourceName(visit.source, visit.medium)} · {visit.pages} {visit.pages === 1 ? 'page' : 'pages'}
      </span>
      <span className="faint" style={{ textAlign: 'right' }}>
        {ago(visit.lastSeenAt)}
      </span>
    </li>
  );
}
