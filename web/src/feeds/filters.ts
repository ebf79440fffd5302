import { useMemo } from 'react';
import type { Filter, FilterField } from '../api/answers.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { countryName, formatEmployeeRange } from '../lib/format.ts';
import { t, tCode } from '../texts/t.ts';

export type { Filter, FilterField };

export const operatorName = (operator: string) => tCode('operator', operator, operator);

export const emptyFilter: Filter = { field: 'page_url', operator: 'contains', values: [], excluded: false };

export function useFilterFields(isNeeded: boolean): FilterField[] {
  const { data } = useAccountQuery('/feed-fields', { enabled: isNeeded, staleTime: 60_000 });
  return useMemo(() => (data ?? []).map(inReadersWords), [data]);
}

/** Names of fields and values in the reader's language. Custom fields keep the names that users gave them. */
function inReadersWords(field: FilterField): FilterField {
  const optionName = ({ value, name }: { value: string; name: string }) => {
    if (field.name === 'employee_range') return formatEmployeeRange(value);
    if (/country_code$/.test(field.name)) return countryName(value) ?? name;
    return tCode(`fieldValue.${field.name}`, value, name);
  };
  return {
    ...field,
    label: tCode('field', field.name, field.label),
    description: tCode('fieldHint', field.name, field.description),
    group: tCode('fieldGroup', field.group.toLowerCase(), field.group),
    options: field.options?.map((option) => ({ value: option.value, name: optionName(option) })) ?? null,
  };
}

/** The display name of a value. */
export function valueName(field: FilterField | undefined, value: Filter['values'][number]): string {
  if (typeof value === 'boolean' || field?.type === 'boolean') return t(String(value) === 'true' ? 'common.yes' : 'common.no');
  return field?.options?.find((option) => option.value === String(value))?.name ?? String(value);
}

/** A condition as a sentence. */
export function filterWords(filter: Filter, field: FilterField | undefined): string {
  const label = field?.label ?? filter.field;
  const glue = t(filter.operator === 'between' ? 'common.and' : 'common.or');
  const values = filter.values.map((value) => valueName(field, value)).join(` ${glue} `);
  const words = `${label} ${operatorName(filter.operator).replace(/ \(.*/, '')} ${values}`.trim();
  return filter.excluded ? t('feeds.not', { condition: words }) : words;
}

/** A group as a sentence: its conditions are alternatives. */
export function groupWords(group: Filter[], fields: FilterField[]): string {
  return group
    .map((filter) =>
      filterWords(
        filter,
        fields.find(({ name }) => name === filter.field),
      ),
    )
    .join(` ${t('common.or')} `);
}
