import { useState } from 'react';
import { importFindingText } from '../../api/problem-text.ts';
import type { ImportFile, Imports } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { ago, formatPercent } from '../../lib/format.ts';
import { rich } from '../../texts/rich.tsx';
import { t } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import formStyles from '../../ui/form.module.css';
import { Switch } from '../../ui/form-fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import progressStyles from '../../ui/progress.module.css';
import { ColumnMapping } from './column-mapping.tsx';
import { importNames } from './import-names.ts';
import { ImportPreviewTable } from './import-preview.tsx';
import importsStyles from './imports.module.css';
import { SharedDomains } from './shared-domains.tsx';

const states = {
  checking: { text: 'imports.checking', tone: undefined },
  checked: { text: 'imports.checked', tone: 'warn' },
  running: { text: 'imports.running', tone: undefined },
  done: { text: 'imports.done', tone: 'good' },
  failed: { text: 'imports.failed', tone: 'bad' },
} as const;

/** One import: its preview, progress and rejected lines. */
export function ImportCard({ importFile, options }: { importFile: ImportFile; options: Imports }) {
  const { maxErrors } = options;
  const { base } = useWorkspace();
  const begin = useAccountChange('POST /imports/:importId/start');
  const remove = useAccountChange('DELETE /imports/:importId');
  const { text, tone } = states[importFile.status];
  const params = { importId: importFile.id };
  const unknownColumns = importFile.preview?.ignoredColumns ?? [];
  const hasNothingToImport = importFile.preview?.isWhole === true && importFile.preview.added + importFile.preview.updated === 0;
  const [isIgnoring, setIgnoring] = useState(false);
  const start = () => begin.mutate({ params, query: { ignoreUnknownColumns: isIgnoring } });
  return (
    <section className={cardStyles.card} aria-label={importFile.fileName}>
      <header>
        <div className={importsStyles.importHead}>
          <h2>
            <span className="truncate">{importFile.fileName}</span> <Badge tone={tone}>{t(text)}</Badge>
          </h2>
          <p className="faint">
            {t(importNames[importFile.kind])} · {importFile.createdBy} · {ago(importFile.createdAt)}
          </p>
        </div>
        <DeleteButton name={importFile.fileName} onConfirm={() => remove.mutate({ params })}>
          {importFile.status === 'running' ? t('imports.cancelHint') : t('imports.deleteHint')}
        </DeleteButton>
      </header>
      <div className={`${cardStyles.inside} ${formStyles.stack}`}>
        {importFile.fault && (
          <Notice tone="bad" role="alert">
            {importFindingText(importFile.fault)}
          </Notice>
        )}
        {importFile.preview && <ImportPreviewTable preview={importFile.preview} />}
        {importFile.status === 'checked' && importFile.preview && (
          <details open={unknownColumns.length > 0 || importFile.mapping !== null}>
            <summary>{t('imports.mapColumns')}</summary>
            <ColumnMapping
              importFile={importFile}
              fileColumns={importFile.preview.fileColumns}
              samples={importFile.preview.samples ?? {}}
              fields={options.kinds.find(({ kind }) => kind === importFile.kind)?.columns ?? []}
              saved={options.mappings.filter(({ kind }) => kind === importFile.kind)}
            />
          </details>
        )}
        {importFile.status === 'checked' && unknownColumns.length > 0 && (
          <Switch
            label={t('imports.importWithoutColumns')}
            hint={t('imports.ignored', { columns: unknownColumns.join(', ') })}
            disabled={false}
            value={isIgnoring}
            onChange={setIgnoring}
          />
        )}
        {importFile.status === 'checked' && (
          <div className={`${formStyles.actions} ${formStyles.end}`}>
            <Button main disabled={begin.isPending || hasNothingToImport || (unknownColumns.length > 0 && !isIgnoring)} onClick={start}>
              {t('imports.startImport')}
            </Button>
          </div>
        )}
        {importFile.status === 'checking' && <progress aria-label={t('imports.checking')} />}
        {importFile.status === 'running' && (
          <span className={progressStyles.progress} role="status">
            <progress aria-label={t('common.progress')} max={1} value={importFile.progress ?? undefined} />{' '}
            <span className="faint number">
              {importFile.progress !== null && `${formatPercent(importFile.progress, 1)}, `}
              {t('imports.linesSoFar', { count: importFile.read })}
            </span>
          </span>
        )}
        {importFile.read > 0 && (
          <p className="number">
            {t('imports.result', { added: importFile.added, updated: importFile.updated, rejected: importFile.refused })}
          </p>
        )}
        {importFile.ignoredColumns.length > 0 && (
          <p className="faint">
            {rich('imports.ignoredColumns', { columns: <span className="mono">{importFile.ignoredColumns.join(', ')}</span> })}
          </p>
        )}
        <SharedDomains domains={importFile.sharedDomains} />
        {importFile.refused > 0 && (
          <div className={formStyles.actions}>
            <a className={buttonClass({ small: true })} href={`/app/api${base}/imports/${importFile.id}/errors`} download>
              {t('imports.downloadRejectedLines')}
            </a>
            {importFile.refused > maxErrors && <span className="faint">{t('imports.firstOfThem', { count: maxErrors })}</span>}
          </div>
        )}
        {importFile.status === 'failed' && importFile.read > 0 && (
          <div className={`${formStyles.actions} ${formStyles.end}`}>
            <Button disabled={begin.isPending} onClick={start}>
              {t('imports.resume')}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
