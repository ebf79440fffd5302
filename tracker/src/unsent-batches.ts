import { mayStore } from './consent.ts';
import { createId } from './create-id.ts';
import { guarded } from './guarded.ts';

type Box = Record<string, string>;

/** Batches that may not or cannot be stored in the browser. They are lost when the page is closed. */
const memory: Box = {};

/** The places that may contain batches: memory and, if allowed, the local storage. */
export const boxes = (): [Box, Box] => [memory, guarded(() => mayStore() && localStorage)() || memory];

/** Every batch has its own key, so that tabs never overwrite each other's batches. */
export const keepBatch = (body: string) => {
  const key = `_leadlight${createId()}`;
  try {
    boxes()[1][key] = body;
  } catch {
    // The storage is full.
    memory[key] = body;
  }
};
