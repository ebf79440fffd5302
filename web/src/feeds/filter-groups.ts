import type { Filter } from '../api/responses.ts';

/** Conditions in groups: all groups must match, and the conditions of a group are alternatives. */
export type Groups = Filter[][];

type Filters = { all: Filter[]; any?: Filter[][] };

export function groupsOf({ all, any = [] }: Filters): Groups {
  return [...all.map((filter) => [filter]), ...any];
}

export function filtersOf(groups: Groups): Filters {
  const complete = groups.map((group) => group.filter(isComplete)).filter(({ length }) => length > 0);
  const all = complete.flatMap((group) => (group.length === 1 ? group : []));
  const any = complete.filter(({ length }) => length > 1);
  return any.length === 0 ? { all } : { all, any };
}

/** Reads groups from a URL parameter. Returns none if it is malformed; the server reports the error. */
export function readGroups(text: string | null): Groups {
  if (!text) return [];
  try {
    const { all = [], any = [] }: Partial<Filters> = JSON.parse(text);
    const groups = groupsOf({ all, any });
    return groups.flat().every(({ values }) => Array.isArray(values)) ? groups : [];
  } catch {
    return [];
  }
}

export function writeGroups(groups: Groups): string | null {
  const filters = filtersOf(groups);
  return filters.all.length === 0 && !filters.any ? null : JSON.stringify(filters);
}

function isComplete({ operator, values }: Filter): boolean {
  return operator === 'exists' || (operator === 'between' ? values.length === 2 : values.length > 0);
}
