import { mayStore } from './consent.ts';
import { createId } from './create-id.ts';
import { guarded } from './guarded.ts';

type BatchStore = Record<string, string>;

/** Batches that may not or cannot be stored in the browser. They are lost when the page is closed. */
const memory: BatchStore = {};

/** The places that may contain batches: memory and, if allowed, the local storage. */
export const batchStores = (): [BatchStore, BatchStore] => [memory, guarded(() => mayStore() && localStorage)() || memory];

/** Every batch has its own key, so that tabs never overwrite each other's batches. */
export const keepBatch = (body: string) => {
  const key = `_leadlight${createId()}`;
  try {
    batchStores()[1][key] = body;
  } catch {
    // The storage is full.
    memory[key] = body;
  }
};
