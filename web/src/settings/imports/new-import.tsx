import { useId, useState } from 'react';
import type { ImportKind, Imports } from '../../api/answers.ts';
import { useAccountChange } from '../../api/use-account-change.ts';
import { formatNumber } from '../../lib/format.ts';
import formStyles from '../../ui/form.module.css';
import { Select } from '../../ui/form-fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { importNames } from './import-names.ts';
import importsStyles from './imports.module.css';

const megabyte = 1024 * 1024;

/** Uploads a file to be checked. */
export function NewImport({ answer }: { answer: Imports }) {
  const { kinds, mayChangeDirectory, mostBytes } = answer;
  const allowed = kinds.filter(({ isOfDirectory }) => !isOfDirectory || mayChangeDirectory);
  const [kind, setKind] = useState<ImportKind>(allowed[0]!.kind);
  const send = useAccountChange('POST /imports', { quiet: true });
  const fileId = useId();
  const selected = kinds.find((one) => one.kind === kind)!;
  const upload = (form: HTMLFormElement) => {
    const file = new FormData(form).get('file') as File;
    send.mutate({ query: { kind, name: file.name.slice(-200) }, file }, { onSuccess: () => form.reset() });
  };
  return (
    <SettingsForm
      title="New import"
      action={send.isPending ? 'Uploading …' : 'Check file'}
      onSave={upload}
      error={send.error}
      isSaving={send.isPending}
    >
      <Select
        label="File contents"
        disabled={false}
        value={kind}
        options={allowed.map((one) => [one.kind, importNames[one.kind]] as const)}
        onChange={setKind}
        hint={
          mayChangeDirectory
            ? undefined
            : 'Companies, address ranges, contacts, signals and figures are shared by all accounts of this installation: its operator imports them, or allows your account to.'
        }
      />
      <div className={formStyles.field}>
        <label htmlFor={fileId}>File</label>
        <input
          id={fileId}
          className={`${formStyles.input} ${formStyles.file}`}
          type="file"
          name="file"
          required
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
        />
        <div className={formStyles.hint}>
          CSV with a heading line, or one JSON object on each line; UTF-8, up to {formatNumber(mostBytes / megabyte)} MB. Import larger
          files with the command <span className="mono">leadlight import</span>.
        </div>
      </div>
      <details>
        <summary>Supported columns</summary>
        <p className={`mono faint ${importsStyles.columns}`}>{selected.columns.join(', ')}</p>
      </details>
    </SettingsForm>
  );
}
