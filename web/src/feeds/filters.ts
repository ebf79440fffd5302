import { useMemo } from 'react';
import type { Filter, FilterField } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { countryName, formatEmployeeRange } from '../lib/format.ts';
import { currentLocale, industryName } from '../texts/language.ts';
import { t, tCode } from '../texts/t.ts';

export type { Filter, FilterField };

export const operatorName = (operator: string) => tCode('operator', operator, operator);

export const emptyFilter: Filter = { field: 'page_url', operator: 'contains', values: [], excluded: false };

export function useFilterFields(isNeeded: boolean): FilterField[] {
  const { data } = useAccountQuery('/feed-fields', { enabled: isNeeded, staleTime: 60_000 });
  return useMemo(() => (data ?? []).map(localizeField), [data]);
}

/** Translates the names of a field and its options. Custom fields keep the names that users gave them. */
function localizeField(field: FilterField): FilterField {
  const optionName = ({ value, name }: { value: string; name: string }) => {
    if (field.name === 'employee_range') return formatEmployeeRange(value);
    if (/country_code$/.test(field.name)) return countryName(value) ?? name;
    if (field.name === 'industry_code') return industryName(name);
    if (field.name === 'goal_step') return `${name}: ${tCode('funnelStep', value.split('/').at(-1) ?? value, value)}`;
    return tCode(`fieldValue.${field.name}`, value, name);
  };
  const options = field.options?.map((option) => ({ value: option.value, name: optionName(option) })) ?? null;
  // The server sorts options by their English names.
  const isTranslated = /country_code$|^industry_code$/.test(field.name);
  return {
    ...field,
    label: tCode('field', field.name, field.label),
    description: tCode('fieldHint', field.name, field.description),
    group: tCode('fieldGroup', field.group.toLowerCase(), field.group),
    options: isTranslated ? (options?.toSorted((a, b) => a.name.localeCompare(b.name, currentLocale())) ?? null) : options,
  };
}

/** The display name of a value. */
export function valueName(field: FilterField | undefined, value: Filter['values'][number]): string {
  if (typeof value === 'boolean' || field?.type === 'boolean') return t(String(value) === 'true' ? 'common.yes' : 'common.no');
  return field?.options?.find((option) => option.value === String(value))?.name ?? String(value);
}

/** A condition as a sentence. */
function filterText(filter: Filter, field: FilterField | undefined): string {
  const label = field?.label ?? filter.field;
  const separator = t(filter.operator === 'between' ? 'common.and' : 'common.or');
  const values = filter.values.map((value) => valueName(field, value)).join(` ${separator} `);
  const text = `${label} ${operatorName(filter.operator).replace(/ \(.*/, '')} ${values}`.trim();
  return filter.excluded ? t('feeds.not', { condition: text }) : text;
}

/** A group of alternative conditions as a sentence. */
export function groupText(group: Filter[], fields: FilterField[]): string {
  return group
    .map((filter) =>
      filterText(
        filter,
        fields.find(({ name }) => name === filter.field),
      ),
    )
    .join(` ${t('common.or')} `);
}
