import type { IpAddress } from '../../lib/ip-address.ts';

/** Where an address is, as far as known. What is unknown is null, never a guess. */
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
