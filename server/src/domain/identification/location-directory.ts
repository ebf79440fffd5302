import type { IpAddress } from '../../lib/ip-address.ts';

/** Geolocation of an IP address. Unknown parts are null. */
export type Location = {
  countryCode: string | null;
  region: string | null;
  city: string | null;
  postalCode: string | null;
  latitude: number | null;
  longitude: number | null;
};

export interface LocationDirectory {
  find(address: IpAddress): Location | null;
  readonly version: string;
}
