import asyncHooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

/**
 * To know which test some code belongs to, node:test watches every promise of the process with async hooks, which takes an eighth of
 * the CPU time of the tests. Here AsyncLocalStorage carries the number of the running test instead. A static import would load
 * node:test before this module runs.
 */
const { createHook, executionAsyncId } = asyncHooks;
const runningTest = new AsyncLocalStorage<number>();
let onResource: asyncHooks.HookCallbacks['init'];

/** The base class of node:test's tests, suites and hooks. */
class TestResource extends AsyncResource {
  override runInAsyncScope<This, Result>(run: (this: This, ...args: unknown[]) => Result, self?: This, ...args: unknown[]): Result {
    const id = this.asyncId();
    onResource?.(id, 'Test', this.triggerAsyncId(), this);
    return super.runInAsyncScope(() => runningTest.run(id, () => run.apply(self as This, args)));
  }
}

Object.assign(asyncHooks, {
  AsyncResource: TestResource,
  executionAsyncId: () => runningTest.getStore() ?? executionAsyncId(),
  createHook({ init }: asyncHooks.HookCallbacks) {
    onResource = init;
    return { enable() {}, disable() {} };
  },
});
export const { suite } = await import('node:test');
Object.assign(asyncHooks, { AsyncResource, executionAsyncId, createHook });
