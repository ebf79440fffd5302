export type PoolState = { inUse: number; idle: number; waiting: number; limit: number };

type Pool = { totalCount: number; idleCount: number; waitingCount: number; options: { max?: number } };

export function poolState({ totalCount, idleCount, waitingCount, options }: Pool): PoolState {
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount, limit: options.max ?? 0 };
}
