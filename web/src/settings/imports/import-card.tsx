import { useState } from 'react';
import type { ImportFile } from '../../../../server/src/domain/imports/import-file.ts';
import type { Sent } from '../../api/request.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-query.ts';
import { ago, formatNumber } from '../../lib/format.ts';
import { RemoveButton } from '../../ui/delete-button.tsx';
import { Switch } from '../../ui/form-fields.tsx';
import { importNames } from './import-names.ts';
import { ImportTrial } from './import-preview.tsx';
import { SharedDomains } from './shared-domains.tsx';

const states = {
  checking: { words: 'Being tried', look: '' },
  checked: { words: 'Tried, not started', look: 'warn' },
  running: { words: 'Runs', look: '' },
  done: { words: 'Done', look: 'good' },
  failed: { words: 'Broke off', look: 'bad' },
};

/** One file: what was found, how far it is, what was refused. */
export function ImportCard({ one, mostRefusals }: { one: Sent<ImportFile>; mostRefusals: number }) {
  const { base } = useWork();
  const change = useAccountChange();
  const { words, look } = states[one.status];
  const path = `/imports/${one.id}`;
  const unknown = one.preview?.ignoredColumns ?? [];
  const [isIgnoring, setIgnoring] = useState(false);
  const start = () => change.mutate({ method: 'POST', path: `${path}/start?ignoreUnknownColumns=${isIgnoring}` });
  return (
    <section className="card" aria-label={one.fileName}>
      <header>
        <div className="import-head">
          <h2>
            <span className="cut">{one.fileName}</span> <span className={`badge ${look}`}>{words}</span>
          </h2>
          <p className="faint">
            {importNames[one.kind]} · {one.createdBy} · {ago(one.createdAt)}
          </p>
        </div>
        <RemoveButton name={one.fileName} action="Remove" onConfirm={() => change.mutate({ method: 'DELETE', path })}>
          {one.status === 'running'
            ? 'It stops after the lines it is at. What it has imported until then stays.'
            : 'The file and its report go. What was imported stays.'}
        </RemoveButton>
      </header>
      <div className="inside form">
        {one.fault && (
          <div className="notice bad" role="alert">
            {one.fault}
          </div>
        )}
        {one.preview && <ImportTrial preview={one.preview} />}
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
          <div className="actions end">
            <button
              type="button"
              className="button main"
              disabled={change.isPending || (unknown.length > 0 && !isIgnoring)}
              onClick={start}
            >
              Start the import
            </button>
          </div>
        )}
        {one.status === 'checking' && <progress aria-label="Being tried" />}
        {one.status === 'running' && (
          <span className="progress" role="status">
            <progress aria-label="Progress" max={1} value={one.progress ?? undefined} />{' '}
            <span className="faint number">
              {one.progress === null ? '' : `${Math.floor(one.progress * 100)} %, `}
              {formatNumber(one.read)} lines so far
            </span>
          </span>
        )}
        {one.read > 0 && (
          <p className="number">
            {formatNumber(one.added)} added, {formatNumber(one.updated)} updated, {formatNumber(one.refused)} refused
          </p>
        )}
        {one.ignoredColumns.length > 0 && (
          <p className="faint">
            Ignored columns: <span className="mono">{one.ignoredColumns.join(', ')}</span>
          </p>
        )}
        <SharedDomains domains={one.sharedDomains} />
        {one.refused > 0 && (
          <div className="actions">
            <a className="button small" href={`/app/api${base}${path}/refusals`} download>
              Download the refused lines
            </a>
            {one.refused > mostRefusals && <span className="faint">the first {formatNumber(mostRefusals)} of them</span>}
          </div>
        )}
        {one.status === 'failed' && one.read > 0 && (
          <div className="actions end">
            <button type="button" className="button" disabled={change.isPending} onClick={start}>
              Go on
            </button>
          </div>
        )}
      </div>
    </section>
  );
}
