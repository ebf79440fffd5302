import type { AddressVerdict } from '../identification/identifier.ts';
import type { Location } from '../identification/location-directory.ts';
import type { Device } from '../ingestion/device.ts';

/** Where a hit came from: all that its address and user agent tell. */
export type Origin = {
  verdict: AddressVerdict | null;
  location: Location | null;
  device: Device;
};

/** The same as it is kept with a visit: ids instead of contents, and of the address no more than the account allows. */
export type StoredOrigin = {
  companyId: string | null;
  verdictId: string | null;
  placeId: string;
  deviceType: string | null;
  browser: string | null;
  os: string | null;
  ip: string | null;
};
