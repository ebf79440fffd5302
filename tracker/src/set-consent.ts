import { mayStore, person } from './consent.ts';
import { guarded } from './guarded.ts';
import { queue } from './page.ts';
import { deleteBatches, memory } from './unsent-batches.ts';
import { writeVisitorId } from './visitor-id.ts';

/** Records the person's choice. A refusal removes unsent batches and identification, even from memory. */
export const setConsent = guarded((given?: boolean) => {
  person.consent = given;
  if (given === false) {
    deleteBatches(memory);
    // Queued events have no id yet. All but `identify` remain, as consent managers report a refusal just after each page view.
    queue.splice(0, 5, ...queue.filter((event) => !event.email));
  }
  if (!mayStore()) {
    writeVisitorId();
    deleteBatches(localStorage);
  }
});
