import { applyGoal, type GoalRun, goalRunName } from '../domain/goals/apply-goal.ts';
import type { Job } from './index.ts';

export const applyGoalJob: Job = { name: goalRunName, run: (ctx, payload) => applyGoal(ctx, payload as GoalRun) };
