import { useState } from 'react';
import type { ImportFile, Imports } from '../../api/responses.ts';
import { useAccountChange } from '../../api/use-account-change.ts';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FormError, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Select } from '../../ui/form-fields.tsx';
import importsStyles from './imports.module.css';

/** The columns of the file by the field that they are imported into. */
type Mapping = Record<string, string>;
type Props = {
  importFile: ImportFile;
  fileColumns: string[];
  samples: Record<string, string[]>;
  fields: string[];
  saved: Imports['mappings'];
};

/** Maps the columns of a checked file to fields of the import, and checks the file again. */
export function ColumnMapping({ importFile, fileColumns, samples, fields, saved }: Props) {
  const [mapping, setMapping] = useState<Mapping>(importFile.mapping ?? sameNames(fileColumns, fields));
  const [savedName, setSavedName] = useState('');
  const check = useAccountChange('POST /imports/:importId/mapping', { quiet: true });
  const remove = useAccountChange('DELETE /import-mappings');
  const apply = (name: string) => {
    setSavedName(name);
    const selected = saved.find((candidate) => candidate.name === name);
    if (selected) setMapping(inFile(selected.mapping, fileColumns));
  };
  const submit = (form: FormData) => {
    const saveAs = textOf(form, 'saveAs').trim();
    check.mutate({ params: { importId: importFile.id }, body: { mapping, ...(saveAs && { saveAs }) } });
  };
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <p className="faint">{t('imports.mapHint')}</p>
      {saved.length > 0 && (
        <Select
          label={t('imports.savedMapping')}
          disabled={false}
          value={savedName}
          options={[['', t('imports.noSavedMapping')] as const, ...saved.map(({ name }) => [name, name] as const)]}
          onChange={apply}
        />
      )}
      <div className={importsStyles.mapping}>
        {fileColumns.map((column) => (
          <Select
            key={column}
            label={t('imports.mapColumn', { column })}
            hint={samples[column]?.join(' · ')}
            disabled={false}
            value={fieldOf(mapping, column)}
            options={[['', t('imports.notImported')] as const, ...fields.map((field) => [field, field] as const)]}
            onChange={(field) => setMapping(withColumn(mapping, column, field))}
          />
        ))}
      </div>
      <Field label={t('imports.saveMappingAs')} name="saveAs" maxLength={100} defaultValue="" />
      <FormError error={check.error} />
      <div className={`${formStyles.actions} ${formStyles.end}`}>
        {savedName !== '' && (
          <Button
            quiet
            onClick={() => remove.mutate({ query: { kind: importFile.kind, name: savedName } }, { onSuccess: () => setSavedName('') })}
          >
            {t('imports.deleteMapping')}
          </Button>
        )}
        <Button type="submit" disabled={check.isPending || Object.keys(mapping).length === 0}>
          {t('imports.checkAgain')}
        </Button>
      </div>
    </form>
  );
}

/** Maps the columns that have the same name as a field. */
function sameNames(fileColumns: readonly string[], fields: readonly string[]): Mapping {
  return Object.fromEntries(fileColumns.filter((column) => fields.includes(column)).map((column) => [column, column]));
}

/** A saved mapping without the columns that the file does not have. */
function inFile(mapping: Mapping, fileColumns: readonly string[]): Mapping {
  return Object.fromEntries(Object.entries(mapping).filter(([, column]) => fileColumns.includes(column)));
}

function fieldOf(mapping: Mapping, column: string): string {
  return Object.entries(mapping).find(([, mapped]) => mapped === column)?.[0] ?? '';
}

/** Maps a column to a field. Removes their other mappings, because a field has one column, and a column has one field. */
function withColumn(mapping: Mapping, column: string, field: string): Mapping {
  const others = Object.entries(mapping).filter(([other, mapped]) => other !== field && mapped !== column);
  return Object.fromEntries(field === '' ? others : [...others, [field, column]]);
}
