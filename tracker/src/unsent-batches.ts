import { mayStore } from './consent.ts';
import { createId } from './create-id.ts';
import { guarded } from './guarded.ts';

type Box = Record<string, string>;

/** Holds what may not or cannot be stored in the browser; it lives as long as the page. */
const memory: Box = {};

/** Where batches may be: in memory and in storage. */
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
