import type { GoalShape } from './goal-record.ts';

export function goalColumns({ name, kind, match, value, active }: GoalShape) {
  return { name, kind, operator: match.operator, pattern: match.value, value, active };
}
