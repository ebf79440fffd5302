import { type GoalRun, goalRunName } from '../domain/goals/enqueue-goal-run.ts';
import { applyGoal } from '../domain/visits/apply-goal.ts';
import type { Job } from './index.ts';

export const applyGoalJob: Job = { name: goalRunName, run: (ctx, payload) => applyGoal(ctx, payload as GoalRun) };
