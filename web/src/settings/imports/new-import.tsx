import { useId, useState } from 'react';
import type { ImportKind } from '../../../../server/src/domain/imports/import-kinds.ts';
import type { Sent } from '../../api/request.ts';
import { useAccountChange } from '../../api/use-account-query.ts';
import { formatNumber } from '../../lib/format.ts';
import { Choice } from '../../ui/form-fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { importNames } from './import-names.ts';
import type { Imports } from './imports.tsx';

const megabyte = 1024 * 1024;

/** Takes a file and sends it to be tried. */
export function NewImport({ answer }: { answer: Sent<Imports> }) {
  const { kinds, mayChangeDirectory, mostBytes } = answer;
  const allowed = kinds.filter(({ isOfDirectory }) => !isOfDirectory || mayChangeDirectory);
  const [kind, setKind] = useState<ImportKind>(allowed[0]!.kind);
  const send = useAccountChange({ quiet: true });
  const fileId = useId();
  const chosen = kinds.find((one) => one.kind === kind)!;
  const upload = (form: HTMLFormElement) => {
    const file = new FormData(form).get('file') as File;
    const query = new URLSearchParams({ kind, name: file.name.slice(-200) });
    send.mutate({ method: 'POST', path: `/imports?${query}`, file }, { onSuccess: () => form.reset() });
  };
  return (
    <SettingsForm
      title="New import"
      action={send.isPending ? 'Sending …' : 'Try the file'}
      onSave={upload}
      error={send.error}
      isSaving={send.isPending}
    >
      <Choice
        label="What is in the file"
        disabled={false}
        value={kind}
        choices={allowed.map((one) => [one.kind, importNames[one.kind]] as const)}
        onChange={(next) => setKind(next as ImportKind)}
        hint={
          mayChangeDirectory
            ? undefined
            : 'Companies, address ranges, contacts, signals and figures are shared by all accounts of this installation: its operator imports them, or allows it to your account.'
        }
      />
      <div className="field">
        <label htmlFor={fileId}>File</label>
        <input id={fileId} className="input file" type="file" name="file" required accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson" />
        <div className="hint">
          CSV with a heading line, or one JSON object on each line; UTF-8, up to {formatNumber(mostBytes / megabyte)} MB. Larger files go
          through the command <span className="mono">leadlight import</span>.
        </div>
      </div>
      <details>
        <summary>Columns that are read</summary>
        <p className="mono faint columns">{chosen.columns.join(', ')}</p>
      </details>
    </SettingsForm>
  );
}
