import { consentMode, optedOut } from './config.ts';
import { readVisitorId } from './visitor-id.ts';

/** The person's choice; `consent` is undefined until the person or a consent manager has decided. */
export const person: { consent?: boolean } = {};

/**
 * Whether identifiers of this browser may be read and sent. A respected browser signal overrides even consent. A stored id implies
 * consent that was not revoked, because revoking consent removes the id.
 */
export const mayIdentify = () => !optedOut && (person.consent ?? (consentMode < 2 || readVisitorId()));

/** Whether anything may be stored in this browser. */
export const mayStore = () => consentMode && mayIdentify();
