/** Runs tasks one at a time, in order. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles with the result of the task. A task that fails does not affect the others. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }
}
