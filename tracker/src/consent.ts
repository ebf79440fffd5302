import { mode, optedOut } from './config.ts';
import { readVisitorId } from './visitor-id.ts';

/** What the person said; undefined as long as nothing was said. */
export const person: { consent?: boolean } = {};

/**
 * Whether identifiers of this browser may be read and sent. A respected browser signal outranks even a given consent.
 * An id that is still there was stored under a consent that nobody revoked since, because revoking removes it.
 */
export const mayIdentify = () => !optedOut && (person.consent ?? (mode < 2 || readVisitorId()));

/** Whether anything may be kept in this browser. */
export const mayStore = () => mode && mayIdentify();
