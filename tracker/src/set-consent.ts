import { mayStore, person } from './consent.ts';
import { guarded } from './guarded.ts';
import { deleteBatches, memory } from './unsent-batches.ts';
import { writeVisitorId } from './visitor-id.ts';

/** Records the person's choice. A refusal removes unsent batches, even from memory. */
export const setConsent = guarded((given?: boolean) => {
  person.consent = given;
  if (given === false) {
    deleteBatches(memory);
  }
  if (!mayStore()) {
    writeVisitorId();
    deleteBatches(localStorage);
  }
});
