import { mayStore } from './consent.ts';
import { createId } from './create-id.ts';
import { guarded } from './guarded.ts';

type BatchStore = Record<string, string>;

/** Batches that may not or cannot be stored in the browser. They are lost when the page is closed. */
export const memory: BatchStore = {};

/** The local storage, if it is allowed and the browser does not refuse it. */
export const openStorage = guarded((): BatchStore | undefined => (mayStore() ? localStorage : undefined));

/** Every batch has its own key, so that tabs never overwrite each other's batches. */
export const keepBatch = (body: string) => {
  const key = `_leadlight${createId()}`;
  try {
    openStorage()![key] = body;
  } catch {
    // There is no storage, or it is full.
    memory[key] = body;
  }
};

/** Deletes the batches of a store, which may also contain keys of the page. */
export const deleteBatches = (store: BatchStore) => {
  for (const key in store) {
    if (/^_leadlight/.test(key)) {
      delete store[key];
    }
  }
};
