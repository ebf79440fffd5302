import { pruneEmpty } from '../lib/prune-empty.ts';
import { Problem } from './problem.ts';

/**
 * The criteria of a search that ask for something. One that is present but empty does not count, and a search without any is
 * refused: it would answer the whole directory.
 */
export function searchCriteria<Search extends object>(search: Search, pointer: string): Search {
  const entries = Object.entries(search).flatMap(([name, value]) => {
    const criterion = criterionOf(value);
    return criterion === undefined ? [] : [[name, criterion] as const];
  });
  if (entries.length === 0) throw new Problem('invalid_input', { title: 'A search needs at least one criterion.', pointer });
  return Object.fromEntries(entries) as Search;
}

/** One criterion without its empty parts; undefined when it asks nothing. A classification without codes names no industry. */
export function criterionOf<Criterion>(criterion: Criterion): Criterion | undefined {
  const pruned = pruneEmpty(criterion);
  if (typeof pruned === 'object' && pruned !== null && 'classification' in pruned && !('codes' in pruned)) return undefined;
  return pruned;
}
