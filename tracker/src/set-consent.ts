import { mayStore, person } from './consent.ts';
import { guarded } from './guarded.ts';
import { writeVisitorId } from './visitor-id.ts';

/** Records the person's choice, and removes everything stored if storage is not allowed. */
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
