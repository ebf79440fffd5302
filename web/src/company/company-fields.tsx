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
          <FieldLine key={`${field.id}-${field.value}`} companyId={companyId} field={field} />
        ))}
      </div>
    </Section>
  );
}

function FieldLine({ companyId, field }: { companyId: string; field: CompanyField }) {
  const id = useId();
  const { canEdit } = useWorkspace();
  const change = useAccountChange('PATCH /companies/:companyId/custom-fields');
  const [draft, setDraft] = useState(field.value === null ? '' : String(field.value));
  const save = (value: string | number | boolean | null) => {
    if (value !== field.value) change.mutate({ params: { companyId }, body: { values: { [field.id]: value } } });
  };
  const read = () => (draft.trim() === '' ? null : field.type === 'number' ? Number(draft) : draft);
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
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => save(read())}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      )}
    </>
  );
}
