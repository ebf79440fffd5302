import { excludedAddress } from './excluded-address.ts';
import { excludedCountry } from './excluded-country.ts';
import { excludedPath } from './excluded-path.ts';
import type { Step } from './filter.ts';
import { ignored } from './ignored.ts';
import { ownHostname } from './own-hostname.ts';
import { sender } from './sender.ts';

/** Every hit passes these in order; the first that objects decides. */
export const steps: Step[] = [ownHostname, excludedAddress, ignored, excludedCountry, excludedPath, sender];
