import { Type } from 'typebox';
import { type GoalRecord, maxGoalMatchLength, maxGoalNameLength } from '../../domain/goals/goal-record.ts';
import { goalKinds, goalOperators } from '../../domain/goals/match-goals.ts';
import { Exact, OneOf, OrNull } from './resource.ts';

export const GoalId = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  examples: ['01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e'],
});

/** Writable fields of a goal. */
export const goalFields = {
  name: Type.String({ minLength: 1, maxLength: maxGoalNameLength }),
  kind: OneOf(goalKinds),
  match: Exact({ operator: OneOf(goalOperators), value: Type.String({ minLength: 1, maxLength: maxGoalMatchLength }) }),
  value: OrNull(Type.Number({ description: 'The value of reaching the goal.' })),
  active: Type.Boolean(),
};

export const applyToPast = Type.Boolean({
  description:
    'Whether the goal is also applied to past visits, in the background. Not stored. Has no effect if the goal is inactive: visits that have already reached it keep it.',
});

export const GoalV1 = Exact(
  {
    type: Type.Literal('goal'),
    id: GoalId,
    attributes: Exact({ ...goalFields, reached_count: Type.Integer({ minimum: 0, description: 'Number of visits that reached it.' }) }),
  },
  { $id: 'GoalV1' },
);

export function goalV1({ id, name, kind, match, value, active, reachedCount }: GoalRecord) {
  return { type: 'goal', id, attributes: { name, kind, match, value, active, reached_count: reachedCount } };
}
