import { Type } from 'typebox';
import { listGoals } from '../../../domain/goals/list-goals.ts';
import { operation } from '../../operation.ts';
import { GoalV1, goalV1 } from '../../schemas/goal.ts';

export default operation({
  id: 'retrieveGoals',
  group: 'Web Visits',
  summary: 'Retrieve Goals',
  description: 'The goals of the account, oldest first.',
  status: 'available',
  method: 'GET',
  path: '/v1/web-visits/goals',
  scope: 'web_visits:read',
  account: 'required',
  data: Type.Array(GoalV1),
  async handle({ ctx, account }) {
    return { data: (await listGoals(ctx, account.id)).map(goalV1) };
  },
});
