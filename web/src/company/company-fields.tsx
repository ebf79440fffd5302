import { useId, useState } from 'react';
import type { CompanyField } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { t } from '../texts/t.ts';
import formStyles from '../ui/form.module.css';
import { Section } from '../ui/section.tsx';
import factsStyles from './facts.module.css';

const inputTypes: Record<string, string> = { text: 'text', number: 'number', date: 'date' };

/** The custom fields, edited inline and saved on blur. */
export function CompanyFields({ companyId, fields }: { companyId: string; fields: CompanyField[] }) {
  return (
    <Section title={t('common.customFields')} empty={fields.length === 0 && t('company.noCustomFieldsYet')}>
      <div className={factsStyles.facts} style={{ alignItems: 'center' }}>
        {fields.map((field) => (
          <FieldLine key={field.id} companyId={companyId} field={field} />
        ))}
      </div>
    </Section>
  );
}

function FieldLine({ companyId, field }: { companyId: string; field: CompanyField }) {
  const id = useId();
  const { canEdit } = useWorkspace();
  const change = useAccountChange('PATCH /companies/:companyId/custom-fields');
  const [draft, setDraft] = useState<string | null>(null);
  const save = (value: string | number | boolean | null) => {
    change.reset();
    // Keeps what was typed in the meantime.
    const onSuccess = () => setDraft((current) => (current === draft ? null : current));
    if (value === field.value) onSuccess();
    else change.mutate({ params: { companyId }, body: { values: { [field.id]: value } } }, { onSuccess });
  };
  const read = (text: string) => (text.trim() === '' ? null : field.type === 'number' ? Number(text) : text);
  const isEditable = canEdit && field.editable && (field.type === 'boolean' || field.type in inputTypes);
  return (
    <>
      <label htmlFor={id} className="faint" title={field.description ?? undefined}>
        {field.name}
      </label>
      {!isEditable ? (
        <output id={id}>
          {field.value === null
            ? '–'
            : typeof field.value === 'boolean'
              ? t(field.value ? 'common.yes' : 'common.no')
              : String(field.value)}
        </output>
      ) : field.type === 'boolean' ? (
        <input
          id={id}
          type="checkbox"
          className={formStyles.check}
          checked={field.value === true}
          onChange={(event) => save(event.target.checked)}
        />
      ) : (
        <input
          id={id}
          type={inputTypes[field.type]}
          step="any"
          className={`${formStyles.input} ${formStyles.small}`}
          placeholder={t('common.empty')}
          aria-invalid={change.isError}
          value={draft ?? String(field.value ?? '')}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={({ currentTarget }) => {
            // The value of a number field is empty if its text is not a number.
            if (currentTarget.validity.badInput) currentTarget.reportValidity();
            else if (draft !== null) save(read(draft));
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      )}
    </>
  );
}
