import { useId, useState } from 'react';
import type { ImportKind, Imports } from '../../api/responses.ts';
import { useAccountChange } from '../../api/use-account-change.ts';
import { formatNumber } from '../../lib/format.ts';
import { rich } from '../../texts/rich.tsx';
import { t } from '../../texts/t.ts';
import formStyles from '../../ui/form.module.css';
import { Select } from '../../ui/form-fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { importNames } from './import-names.ts';
import importsStyles from './imports.module.css';

const megabyte = 1024 * 1024;

/** Uploads a file, which the server checks before it is imported. */
export function NewImport({ options }: { options: Imports }) {
  const { kinds, canChangeDirectory, maxBytes } = options;
  const allowed = kinds.filter(({ isDirectoryImport }) => !isDirectoryImport || canChangeDirectory);
  const [kind, setKind] = useState<ImportKind>(allowed[0]!.kind);
  const send = useAccountChange('POST /imports', { quiet: true });
  const fileId = useId();
  const selected = kinds.find((candidate) => candidate.kind === kind)!;
  const upload = (form: HTMLFormElement) => {
    const file = new FormData(form).get('file');
    if (!(file instanceof File)) return;
    send.mutate({ query: { kind, name: file.name.slice(-200) }, file }, { onSuccess: () => form.reset() });
  };
  return (
    <SettingsForm
      title={t('imports.newImport')}
      action={send.isPending ? t('imports.uploading') : t('imports.checkFile')}
      onSave={upload}
      error={send.error}
      isSaving={send.isPending}
    >
      <Select
        label={t('imports.fileContents')}
        disabled={false}
        value={kind}
        options={allowed.map((option) => [option.kind, t(importNames[option.kind])] as const)}
        onChange={setKind}
        hint={canChangeDirectory ? undefined : t('imports.sharedDirectoryHint')}
      />
      <div className={formStyles.field}>
        <label htmlFor={fileId}>{t('imports.file')}</label>
        <input
          id={fileId}
          className={`${formStyles.input} ${formStyles.file}`}
          type="file"
          name="file"
          required
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
        />
        <div className={formStyles.hint}>
          {rich('imports.fileHint', {
            megabytes: formatNumber(maxBytes / megabyte),
            command: <code className="mono">leadlight import</code>,
          })}
        </div>
      </div>
      <details>
        <summary>{t('imports.supportedColumns')}</summary>
        <p className={`mono faint ${importsStyles.columns}`}>{selected.columns.join(', ')}</p>
      </details>
    </SettingsForm>
  );
}
