import { Link } from 'wouter';
import type { ExportFile } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useFeeds } from '../feeds/use-feeds.ts';
import { ago, formatDay, formatNumber } from '../lib/format.ts';
import { Topbar } from '../shell/topbar.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import layoutStyles from '../ui/layout.module.css';
import progressStyles from '../ui/progress.module.css';
import { Scroll } from '../ui/scroll.tsx';
import tableStyles from '../ui/table.module.css';

const lookMs = 1500;
const formatNames: Record<string, string> = { csv: 'CSV', xlsx: 'XLSX', json: 'JSON', report: 'Report' };

/** The files that were asked for in the last week: how far they are, and where to fetch them. */
export default function Exports() {
  const { data, error, refetch } = useAccountQuery('/exports', {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? lookMs : false),
  });
  return (
    <>
      <Topbar title="Exports" />
      <Scroll label="Exports">
        {error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : (
          data && (data.length === 0 ? <NoExports /> : <List exports={data} />)
        )}
      </Scroll>
    </>
  );
}

function NoExports() {
  return (
    <EmptyState title="No exports yet">
      <p className="soft">Export the leads of a list as CSV, Excel or JSON. The files stay here for a week.</p>
      <Link href="/leads" className={buttonClass({ main: true })}>
        Go to leads
      </Link>
    </EmptyState>
  );
}

function List({ exports }: { exports: ExportFile[] }) {
  const { feeds } = useFeeds();
  const nameOf = (feedId: string) => feeds.find(({ id }) => id === feedId)?.name ?? 'Deleted feed';
  return (
    <div className={layoutStyles.column}>
      <section className={cardStyles.card}>
        <div className={`${cardStyles.inside} ${tableStyles.scrollSideways}`}>
          <table className={tableStyles.plainTable}>
            <thead>
              <tr>
                <th>Leads</th>
                <th>Format</th>
                <th className={tableStyles.mayHide}>Requested by</th>
                <th className={tableStyles.mayHide}>Available until</th>
                <th className={tableStyles.right}>Status</th>
              </tr>
            </thead>
            <tbody>
              {exports.map((one) => (
                <tr key={one.id}>
                  <td>
                    {nameOf(one.feedId)}
                    <div className="faint">
                      {formatDay(one.from)} – {formatDay(one.to)}
                    </div>
                  </td>
                  <td>
                    <Badge>{formatNames[one.format]}</Badge>
                  </td>
                  <td className={tableStyles.mayHide}>
                    <span className="cut">{one.requestedBy}</span>
                    <div className="faint">{ago(one.createdAt)}</div>
                  </td>
                  <td className={`${tableStyles.mayHide} soft`}>{formatDay(one.expiresAt)}</td>
                  <td className={tableStyles.right}>
                    <State one={one} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  );
}

function State({ one }: { one: ExportFile }) {
  const { base } = useWork();
  if (one.status === 'processed') {
    return (
      <a className={buttonClass({ small: true })} href={`/app/api${base}/exports/${one.id}/file`} download>
        Download{one.totalRows === null ? '' : ` ${formatNumber(one.doneRows)} ${one.doneRows === 1 ? 'lead' : 'leads'}`}
      </a>
    );
  }
  if (one.status === 'failed') return <Badge tone="bad">Failed. Export again.</Badge>;
  if (one.totalRows === null) return <span className="soft">Waiting</span>;
  return (
    <span className={progressStyles.progress}>
      <progress max={Math.max(1, one.totalRows)} value={one.doneRows} aria-label="Progress" />
      <span className="faint number">
        {formatNumber(one.doneRows)} of {formatNumber(one.totalRows)}
      </span>
    </span>
  );
}
