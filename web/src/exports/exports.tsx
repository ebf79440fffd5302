import { Link } from 'wouter';
import type { ExportFile } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useFeeds } from '../feeds/use-feeds.ts';
import { ago, formatDay, formatRange } from '../lib/format.ts';
import { Topbar } from '../shell/topbar.tsx';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import layoutStyles from '../ui/layout.module.css';
import progressStyles from '../ui/progress.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import tableStyles from '../ui/table.module.css';

const pollMs = 1500;

/** The exports requested in the last week, with progress and download links. */
export default function Exports() {
  const { data, error, refetch } = useAccountQuery('/exports', {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? pollMs : false),
  });
  return (
    <>
      <Topbar title={t('common.exports')} />
      <Scroll label={t('common.exports')}>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : data ? (
          data.length === 0 ? (
            <NoExports />
          ) : (
            <List exports={data} />
          )
        ) : (
          <PageSkeleton />
        )}
      </Scroll>
    </>
  );
}

function NoExports() {
  return (
    <EmptyState title={t('exports.noExportsYet')}>
      <p className="soft">{t('exports.noExportsYetHint')}</p>
      <Link href="/leads" className={buttonClass({ main: true })}>
        {t('common.goToLeads')}
      </Link>
    </EmptyState>
  );
}

function List({ exports }: { exports: ExportFile[] }) {
  const { feeds } = useFeeds();
  const nameOf = (feedId: string) => feeds.find(({ id }) => id === feedId)?.name ?? t('exports.deletedFeed');
  return (
    <div className={layoutStyles.column}>
      <DataTable
        headings={[
          t('common.leads'),
          t('exports.format'),
          t('exports.requestedBy'),
          t('exports.availableUntil'),
          { text: t('common.status'), isRight: true },
        ]}
      >
        {exports.map((exportFile) => (
          <tr key={exportFile.id}>
            <td>
              {nameOf(exportFile.feedId)}
              <div className="faint">{formatRange(exportFile.from, exportFile.to)}</div>
            </td>
            <td>
              <Badge>{exportFile.format === 'report' ? t('exports.report') : exportFile.format.toUpperCase()}</Badge>
            </td>
            <td>
              <span className="truncate">{exportFile.requestedBy}</span>
              <div className="faint">{ago(exportFile.createdAt)}</div>
            </td>
            <td className="soft">{formatDay(exportFile.expiresAt)}</td>
            <td className={tableStyles.right}>
              <ExportState exportFile={exportFile} />
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

function ExportState({ exportFile }: { exportFile: ExportFile }) {
  const { base } = useWorkspace();
  if (exportFile.status === 'processed') {
    return (
      <>
        <a className={buttonClass({ small: true })} href={`/app/api${base}/exports/${exportFile.id}/file`} download>
          {exportFile.totalRows === null ? t('exports.download') : t('exports.downloadLeads', { count: exportFile.doneRows })}
        </a>
        {exportFile.skippedRows > 0 && <div className="faint">{t('exports.skipped', { count: exportFile.skippedRows })}</div>}
      </>
    );
  }
  if (exportFile.status === 'failed') return <Badge tone="bad">{t('exports.failedExportAgain')}</Badge>;
  if (exportFile.totalRows === null) return <span className="soft">{t('common.waiting')}</span>;
  return (
    <span className={progressStyles.progress}>
      <progress max={Math.max(1, exportFile.totalRows)} value={exportFile.doneRows} aria-label={t('common.progress')} />
      <span className="faint number">{t('exports.doneOf', { done: exportFile.doneRows, total: exportFile.totalRows })}</span>
    </span>
  );
}
