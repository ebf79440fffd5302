import { pruneEmpty } from '../lib/prune-empty.ts';
import { Problem, type ProblemPlace } from './problem.ts';

/** Removes empty criteria. A search without any criterion is rejected, because it would return the whole directory. */
export function searchCriteria<Search extends object>(search: Search, place: ProblemPlace): Search {
  const entries = Object.entries(search).flatMap(([name, value]) => {
    const criterion = criterionOf(value);
    return criterion === undefined ? [] : [[name, criterion] as const];
  });
  if (entries.length === 0) throw new Problem('invalid_input', { title: 'A search needs at least one criterion.', ...place });
  return Object.fromEntries(entries) as Search;
}

/** Removes the empty parts of a criterion; undefined when nothing remains. A classification without codes counts as empty. */
export function criterionOf<Criterion>(criterion: Criterion): Criterion | undefined {
  const pruned = pruneEmpty(criterion);
  if (typeof pruned === 'object' && pruned !== null && 'classification' in pruned && !('codes' in pruned)) return undefined;
  return pruned;
}
