import { mayStore, person } from './consent.ts';
import { guarded } from './guarded.ts';
import { writeVisitorId } from './visitor-id.ts';

/** Takes note of what the person said, and removes all that was stored where storing is not allowed. */
export const setConsent = guarded((given?: boolean) => {
  person.consent = given;
  if (!mayStore()) {
    writeVisitorId();
    for (const key in localStorage) {
      if (/^_leadlight/.test(key)) {
        delete localStorage[key];
      }
    }
  }
});
