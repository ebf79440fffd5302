import { useId } from 'react';
import type { GoalBody, GoalRecord } from '../../api/responses.ts';
import { type TextKey, t } from '../../texts/t.ts';
import { Field, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';

export const goalKinds: Record<GoalBody['kind'], TextKey> = {
  page: 'websiteSettings.goalPage',
  form: 'websiteSettings.goalForm',
  download: 'websiteSettings.goalDownload',
  event: 'websiteSettings.goalEvent',
  outbound: 'websiteSettings.goalOutbound',
};
export const goalOperators: Record<GoalBody['match']['operator'], TextKey> = {
  contains: 'operator.contains',
  is: 'operator.is',
  begins_with: 'operator.begins_with',
  ends_with: 'operator.ends_with',
  matches: 'operator.matches',
};

export function GoalFields({ goal, error }: { goal?: GoalRecord; error: Error | null }) {
  return (
    <>
      <div className={formStyles.formRow}>
        <Field
          label={t('common.name')}
          name="name"
          required
          maxLength={200}
          error={error}
          placeholder={t('websiteSettings.goalExample')}
          defaultValue={goal?.name}
        />
        <Field
          label={t('common.value')}
          name="value"
          type="number"
          min={0}
          max={1_000_000_000}
          step="any"
          error={error}
          placeholder={t('websiteSettings.none')}
          defaultValue={goal?.value ?? undefined}
        />
      </div>
      <div className={formStyles.formRow}>
        <Select label={t('websiteSettings.trigger')} name="kind" options={goalKinds} value={goal?.kind} />
        <Select label={t('common.condition')} name="operator" options={goalOperators} value={goal?.match.operator} />
      </div>
      <Field
        label={t('websiteSettings.text')}
        name="match.value"
        required
        maxLength={500}
        placeholder="/thank-you"
        error={error}
        defaultValue={goal?.match.value}
      />
    </>
  );
}

export function goalOf(form: FormData) {
  const value = textOf(form, 'value').trim();
  return {
    name: textOf(form, 'name'),
    kind: textOf(form, 'kind') as GoalBody['kind'],
    match: { operator: textOf(form, 'operator') as GoalBody['match']['operator'], value: textOf(form, 'match.value') },
    value: value === '' ? null : Number(value),
  };
}

type SelectProps = { label: string; name: string; options: Record<string, TextKey>; value: string | undefined };

function Select({ label, name, options, value }: SelectProps) {
  const id = useId();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className={formStyles.select} defaultValue={value}>
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option}>
            {t(text)}
          </option>
        ))}
      </select>
    </div>
  );
}
