import { mayStore } from './consent.ts';
import { guarded } from './guarded.ts';
import { makeId } from './make-id.ts';

type Box = Record<string, string>;

/** Holds what may not or cannot be stored in the browser; it lives as long as the page. */
const memory: Box = {};

const storage = guarded(() => mayStore() && (localStorage as Box));

/** Every batch has a key of its own, so that two tabs never overwrite each other's list. The bare name holds the visitor id. */
export const keepBatch = (body: string) => {
  const key = `_leadlight${makeId()}`;
  try {
    (storage() || memory)[key] = body;
  } catch {
    // The storage is full.
    memory[key] = body;
  }
};

/** Hands over one batch after the other until one fails, and forgets those that arrived. */
export const sendBatches = async (send: (body: string) => Promise<void>) => {
  for (const box of [memory, storage() || memory]) {
    for (const key in box) {
      if (/^_leadlight./.test(key)) {
        await send(box[key]!);
        delete box[key];
      }
    }
  }
};
