import { useState } from 'react';
import type { ImportFile } from '../../api/answers.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { ago, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import formStyles from '../../ui/form.module.css';
import { Switch } from '../../ui/form-fields.tsx';
import { AlertMessage } from '../../ui/notice.tsx';
import progressStyles from '../../ui/progress.module.css';
import { importNames } from './import-names.ts';
import { ImportPreviewTable } from './import-preview.tsx';
import importsStyles from './imports.module.css';
import { SharedDomains } from './shared-domains.tsx';

const states = {
  checking: { words: 'Checking', tone: undefined },
  checked: { words: 'Checked, not started', tone: 'warn' },
  running: { words: 'Running', tone: undefined },
  done: { words: 'Done', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
} as const;

/** One import: its preview, progress and rejected lines. */
export function ImportCard({ one, mostRefusals }: { one: ImportFile; mostRefusals: number }) {
  const { base } = useWork();
  const begin = useAccountChange('POST /imports/:importId/start');
  const remove = useAccountChange('DELETE /imports/:importId');
  const { words, tone } = states[one.status];
  const params = { importId: one.id };
  const unknown = one.preview?.ignoredColumns ?? [];
  const [isIgnoring, setIgnoring] = useState(false);
  const start = () => begin.mutate({ params, query: { ignoreUnknownColumns: isIgnoring } });
  return (
    <section className={cardStyles.card} aria-label={one.fileName}>
      <header>
        <div className={importsStyles.importHead}>
          <h2>
            <span className="cut">{one.fileName}</span> <Badge tone={tone}>{words}</Badge>
          </h2>
          <p className="faint">
            {importNames[one.kind]} · {one.createdBy} · {ago(one.createdAt)}
          </p>
        </div>
        <DeleteButton name={one.fileName} action="Delete" onConfirm={() => remove.mutate({ params })}>
          {one.status === 'running'
            ? 'It stops after the current lines. What was imported stays.'
            : 'The file and its report are deleted. What was imported stays.'}
        </DeleteButton>
      </header>
      <div className={`${cardStyles.inside} ${formStyles.form}`}>
        {one.fault && (
          <AlertMessage tone="bad" role="alert">
            {one.fault}
          </AlertMessage>
        )}
        {one.preview && <ImportPreviewTable preview={one.preview} />}
        {one.status === 'checked' && unknown.length > 0 && (
          <Switch
            label="Import without these columns"
            hint={`Ignored: ${unknown.join(', ')}`}
            disabled={false}
            value={isIgnoring}
            onChange={setIgnoring}
          />
        )}
        {one.status === 'checked' && (
          <div className={`${formStyles.actions} ${formStyles.end}`}>
            <Button main disabled={begin.isPending || (unknown.length > 0 && !isIgnoring)} onClick={start}>
              Start import
            </Button>
          </div>
        )}
        {one.status === 'checking' && <progress aria-label="Checking" />}
        {one.status === 'running' && (
          <span className={progressStyles.progress} role="status">
            <progress aria-label="Progress" max={1} value={one.progress ?? undefined} />{' '}
            <span className="faint number">
              {one.progress === null ? '' : `${Math.floor(one.progress * 100)} %, `}
              {formatNumber(one.read)} lines so far
            </span>
          </span>
        )}
        {one.read > 0 && (
          <p className="number">
            {formatNumber(one.added)} added, {formatNumber(one.updated)} updated, {formatNumber(one.refused)} rejected
          </p>
        )}
        {one.ignoredColumns.length > 0 && (
          <p className="faint">
            Ignored columns: <span className="mono">{one.ignoredColumns.join(', ')}</span>
          </p>
        )}
        <SharedDomains domains={one.sharedDomains} />
        {one.refused > 0 && (
          <div className={formStyles.actions}>
            <a className={buttonClass({ small: true })} href={`/app/api${base}/imports/${one.id}/refusals`} download>
              Download rejected lines
            </a>
            {one.refused > mostRefusals && <span className="faint">the first {formatNumber(mostRefusals)} of them</span>}
          </div>
        )}
        {one.status === 'failed' && one.read > 0 && (
          <div className={`${formStyles.actions} ${formStyles.end}`}>
            <Button disabled={begin.isPending} onClick={start}>
              Resume
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
