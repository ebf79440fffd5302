import { Problem } from '../problem.ts';
import { type Goal, goalKinds, goalOperators } from './match-goals.ts';

/** A goal with the number of visits that reached it. */
export type GoalRecord = Goal & { value: number | null; reachedCount: number };

export type GoalShape = { name: string; kind: Goal['kind']; match: Goal['match']; value: number | null; active: boolean };

export const maxGoals = 200;
export const maxGoalNameLength = 200;
export const maxGoalMatchLength = 500;

/** Validates a goal. The APIs have schemas; this check also covers CLI commands and rules that schemas cannot express. */
export function checkGoal(goal: GoalShape): GoalShape {
  const name = goal.name.trim();
  if (name === '' || name.length > maxGoalNameLength)
    throw invalidGoal('name', `A goal needs a name of 1 to ${maxGoalNameLength} characters.`);
  if (!goalKinds.includes(goal.kind)) throw invalidGoal('kind', `kind must be one of ${goalKinds.join(', ')}.`);
  const { operator, value } = goal.match;
  if (!goalOperators.includes(operator)) throw invalidGoal('match/operator', `operator must be one of ${goalOperators.join(', ')}.`);
  if (value.trim() === '' || value.length > maxGoalMatchLength) {
    throw invalidGoal('match/value', `A goal needs something to match, of 1 to ${maxGoalMatchLength} characters.`);
  }
  if (goal.value !== null && !Number.isFinite(goal.value)) throw invalidGoal('value', 'The value of a goal must be a number.');
  return { ...goal, name };
}

function invalidGoal(path: string, title: string): Problem {
  return new Problem('invalid_input', { title, attribute: path, parameter: path.replace('/', '.') });
}
