import type { Context } from '../context.ts';

/**
 * Collects the failures of individual accounts, so that a failure in one does not stop deletion in the others. `throwAny` reports them at the
 * end, so that the job is retried.
 */
export class AccountFailures {
  readonly #log: Context['log'];
  readonly #errors: unknown[] = [];

  constructor({ log }: Pick<Context, 'log'>) {
    this.#log = log;
  }

  async collect(accountId: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#log.error({ err: error, accountId }, 'Data retention failed in an account; retrying later');
      this.#errors.push(error);
    }
  }

  throwAny(): void {
    if (this.#errors.length > 0) throw new AggregateError(this.#errors, `${this.#errors.length} data retention steps failed`);
  }
}
