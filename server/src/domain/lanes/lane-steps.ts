import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { lockLanes } from './lanes.ts';
import { targetMs } from './step-size.ts';
import { yieldToPipeline } from './yield-to-pipeline.ts';

/**
 * Runs long work on past data of an account in short transactions that hold its lanes. Once the lanes have been held for `targetMs`,
 * the pipeline gets them before the next step.
 */
export class LaneSteps {
  readonly #ctx: Pick<Context, 'db'>;
  readonly #accountId: string;
  readonly #yieldLanes: () => Promise<void>;
  #heldMs = 0;

  constructor(ctx: Pick<Context, 'db'>, accountId: string, yieldLanes = () => yieldToPipeline(ctx, accountId)) {
    this.#ctx = ctx;
    this.#accountId = accountId;
    this.#yieldLanes = yieldLanes;
  }

  async run<Result>(step: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
    if (this.#heldMs >= targetMs) {
      await this.#yieldLanes();
      this.#heldMs = 0;
    }
    return this.#ctx.db.transaction().execute(async (trx) => {
      await lockLanes(trx, this.#accountId);
      // Waiting for the lanes is not counted, because the pipeline can process events in the meantime.
      const startMs = performance.now();
      try {
        return await step(trx);
      } finally {
        this.#heldMs += performance.now() - startMs;
      }
    });
  }
}
