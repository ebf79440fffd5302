import type { FieldType } from '../../api/responses.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { type TextKey, t } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import cardStyles from '../../ui/card.module.css';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Field, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import tableStyles from '../../ui/table.module.css';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';

const types: Record<FieldType, TextKey> = {
  text: 'leadSettings.typeText',
  number: 'leadSettings.typeNumber',
  boolean: 'leadSettings.typeBoolean',
  date: 'leadSettings.typeDate',
};

export function FieldsPage() {
  const { canManage } = useWorkspace();
  const { data: fields = [] } = useAccountQuery('/custom-fields');
  const create = useAccountChange('POST /custom-fields', { quiet: true });
  const update = useAccountChange('PATCH /custom-fields/:fieldId', { quiet: true });
  const remove = useAccountChange('DELETE /custom-fields/:fieldId');
  const add = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const body = { name: textOf(data, 'name'), type: textOf(data, 'type') as FieldType, ...descriptionOf(data) };
    create.mutate({ body }, { onSuccess: () => form.reset() });
  };
  return (
    <>
      <SettingsIntro title={t('common.customFields')} text={t('leadSettings.fieldsIntro')} />
      {fields.length === 0 && <p className="faint">{t('leadSettings.noFieldsYet')}</p>}
      {fields.length > 0 && (
        <ul className={`${cardStyles.card} ${cardStyles.rows}`}>
          {fields.map((field) => (
            <li key={field.id}>
              <InlineEdit
                name={field.name}
                canEdit={canManage}
                maxLength={100}
                onSave={(form) =>
                  update.mutateAsync({ params: { fieldId: field.id }, body: { name: textOf(form, 'name'), ...descriptionOf(form) } })
                }
                extraFields={
                  <Field label={t('leadSettings.description')} name="description" maxLength={500} defaultValue={field.description ?? ''} />
                }
              >
                {(edit) => (
                  <div className={formStyles.actions}>
                    <strong style={{ fontWeight: 550 }}>{field.name}</strong>
                    <Badge>{isKeyOf(types, field.type) ? t(types[field.type]) : field.type}</Badge>
                    <span className="mono faint">{field.id}</span>
                    <span className={`soft truncate ${formStyles.grow}`}>{field.description}</span>
                    <span className={tableStyles.rowActions}>
                      {edit}
                      {canManage && (
                        <DeleteButton name={field.name} onConfirm={() => remove.mutate({ params: { fieldId: field.id } })}>
                          {t('leadSettings.fieldDeletion')}
                        </DeleteButton>
                      )}
                    </span>
                  </div>
                )}
              </InlineEdit>
            </li>
          ))}
        </ul>
      )}
      {canManage && (
        <SettingsForm
          title={t('leadSettings.newField')}
          action={t('leadSettings.addField')}
          onSave={add}
          error={create.error}
          fields={['name']}
          isSaving={create.isPending}
        >
          <div className={formStyles.formRow}>
            <Field label={t('common.name')} name="name" required maxLength={100} error={create.error} />
            <div className={formStyles.field}>
              <label htmlFor="field-type">{t('leadSettings.type')}</label>
              <select id="field-type" name="type" className={formStyles.select}>
                {Object.entries(types).map(([type, text]) => (
                  <option key={type} value={type}>
                    {t(text)}
                  </option>
                ))}
              </select>
            </div>
          </div>
          <Field label={t('leadSettings.description')} name="description" maxLength={500} hint={t('leadSettings.descriptionHint')} />
        </SettingsForm>
      )}
    </>
  );
}

function descriptionOf(form: FormData) {
  return { description: textOf(form, 'description').trim() || null };
}
