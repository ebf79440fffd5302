import { Link } from 'wouter';
import type { ExportFile } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useFeeds } from '../feeds/use-feeds.ts';
import { ago, formatDay, formatNumber } from '../lib/format.ts';
import { Topbar } from '../shell/topbar.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Scroll } from '../ui/scroll.tsx';

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
    <div className="empty">
      <h2>No exports yet</h2>
      <p className="soft">Export the leads of a list as CSV, Excel or JSON. The files stay here for a week.</p>
      <Link href="/leads" className="button main">
        Go to leads
      </Link>
    </div>
  );
}

function List({ exports }: { exports: ExportFile[] }) {
  const { feeds } = useFeeds();
  const nameOf = (feedId: string) => feeds.find(({ id }) => id === feedId)?.name ?? 'Deleted feed';
  return (
    <div className="column">
      <section className="card">
        <div className="inside scroll-sideways">
          <table className="plain-table">
            <thead>
              <tr>
                <th>Leads</th>
                <th>Format</th>
                <th className="may-hide">Requested by</th>
                <th className="may-hide">Available until</th>
                <th className="right">Status</th>
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
                    <span className="badge">{formatNames[one.format]}</span>
                  </td>
                  <td className="may-hide">
                    <span className="cut">{one.requestedBy}</span>
                    <div className="faint">{ago(one.createdAt)}</div>
                  </td>
                  <td className="may-hide soft">{formatDay(one.expiresAt)}</td>
                  <td className="right">
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
      <a className="button small" href={`/app/api${base}/exports/${one.id}/file`} download>
        Download{one.totalRows === null ? '' : ` ${formatNumber(one.doneRows)} ${one.doneRows === 1 ? 'lead' : 'leads'}`}
      </a>
    );
  }
  if (one.status === 'failed') return <span className="badge bad">Failed. Export again.</span>;
  if (one.totalRows === null) return <span className="soft">Waiting</span>;
  return (
    <span className="progress">
      <progress max={Math.max(1, one.totalRows)} value={one.doneRows} aria-label="Progress" />
      <span className="faint number">
        {formatNumber(one.doneRows)} of {formatNumber(one.totalRows)}
      </span>
    </span>
  );
}
