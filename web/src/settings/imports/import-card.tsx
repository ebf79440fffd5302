import { useState } from 'react';
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
export function ImportCard({ one, options }: { one: ImportFile; options: Imports }) {
  const { maxErrors } = options;
  const { base } = useWorkspace();
  const begin = useAccountChange('POST /imports/:importId/start');
  const remove = useAccountChange('DELETE /imports/:importId');
  const { text, tone } = states[one.status];
  const params = { importId: one.id };
  const unknown = one.preview?.ignoredColumns ?? [];
  const [isIgnoring, setIgnoring] = useState(false);
  const start = () => begin.mutate({ params, query: { ignoreUnknownColumns: isIgnoring } });
  return (
    <section className={cardStyles.card} aria-label={one.fileName}>
      <header>
        <div className={importsStyles.importHead}>
          <h2>
            <span className="truncate">{one.fileName}</span> <Badge tone={tone}>{t(text)}</Badge>
          </h2>
          <p className="faint">
            {t(importNames[one.kind])} · {one.createdBy} · {ago(one.createdAt)}
          </p>
        </div>
        <DeleteButton name={one.fileName} action={t('common.delete')} onConfirm={() => remove.mutate({ params })}>
          {one.status === 'running' ? t('imports.cancelHint') : t('imports.deleteHint')}
        </DeleteButton>
      </header>
      <div className={`${cardStyles.inside} ${formStyles.stack}`}>
        {one.fault && (
          <Notice tone="bad" role="alert">
            {one.fault}
          </Notice>
        )}
        {one.preview && <ImportPreviewTable preview={one.preview} />}
        {one.status === 'checked' && one.preview && (
          <details open={unknown.length > 0 || one.mapping !== null}>
            <summary>{t('imports.mapColumns')}</summary>
            <ColumnMapping
              one={one}
              fileColumns={one.preview.fileColumns}
              samples={one.preview.samples ?? {}}
              fields={options.kinds.find(({ kind }) => kind === one.kind)?.columns ?? []}
              saved={options.mappings.filter(({ kind }) => kind === one.kind)}
            />
          </details>
        )}
        {one.status === 'checked' && unknown.length > 0 && (
          <Switch
            label={t('imports.importWithoutColumns')}
            hint={t('imports.ignored', { columns: unknown.join(', ') })}
            disabled={false}
            value={isIgnoring}
            onChange={setIgnoring}
          />
        )}
        {one.status === 'checked' && (
          <div className={`${formStyles.actions} ${formStyles.end}`}>
            <Button main disabled={begin.isPending || (unknown.length > 0 && !isIgnoring)} onClick={start}>
              {t('imports.startImport')}
            </Button>
          </div>
        )}
        {one.status === 'checking' && <progress aria-label={t('imports.checking')} />}
        {one.status === 'running' && (
          <span className={progressStyles.progress} role="status">
            <progress aria-label={t('common.progress')} max={1} value={one.progress ?? undefined} />{' '}
            <span className="faint number">
              {one.progress !== null && `${formatPercent(one.progress, 1)}, `}
              {t('imports.linesSoFar', { count: one.read })}
            </span>
          </span>
        )}
        {one.read > 0 && <p className="number">{t('imports.result', { added: one.added, updated: one.updated, rejected: one.refused })}</p>}
        {one.ignoredColumns.length > 0 && (
          <p className="faint">
            {rich('imports.ignoredColumns', { columns: <span className="mono">{one.ignoredColumns.join(', ')}</span> })}
          </p>
        )}
        <SharedDomains domains={one.sharedDomains} />
        {one.refused > 0 && (
          <div className={formStyles.actions}>
            <a className={buttonClass({ small: true })} href={`/app/api${base}/imports/${one.id}/errors`} download>
              {t('imports.downloadRejectedLines')}
            </a>
            {one.refused > maxErrors && <span className="faint">{t('imports.firstOfThem', { count: maxErrors })}</span>}
          </div>
        )}
        {one.status === 'failed' && one.read > 0 && (
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
