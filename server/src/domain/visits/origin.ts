import type { Device } from '../events/device.ts';
import type { CompanyReference } from '../identification/company-reference.ts';
import type { AddressVerdict } from '../identification/identifier.ts';
import type { Location } from '../identification/location-directory.ts';
import type { SeenOffice } from '../identification/office.ts';

/** Where a hit came from: all that its address and user agent tell. */
export type Origin = {
  verdict: AddressVerdict | null;
  /** The account wants to see nothing from this address. */
  isIgnored: boolean;
  /** The company whose own network this is, regardless of the visitor. */
  office: { company: CompanyReference; confidence: number } | null;
  /** Tells the address from others without telling it; null where the account keeps nothing of addresses. */
  addressKey: string | null;
  /** The employer whom the visitor named with an e-mail address. */
  workDomain: string | null;
  /** The visitor named another employer than was known, or none any more. */
  isNewEmployer: boolean;
  /** Where the visitor was seen at work before, wherever this hit came from. */
  knownOffice: SeenOffice | null;
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
  addressKey: string | null;
};

export function isSameOrigin(one: StoredOrigin, other: StoredOrigin): boolean {
  return (
    one === other ||
    (one.companyId === other.companyId &&
      one.verdictId === other.verdictId &&
      one.placeId === other.placeId &&
      one.deviceType === other.deviceType &&
      one.browser === other.browser &&
      one.os === other.os &&
      one.ip === other.ip &&
      one.addressKey === other.addressKey)
  );
}

export const unknownOrigin: StoredOrigin = {
  companyId: null,
  verdictId: null,
  placeId: '0',
  deviceType: null,
  browser: null,
  os: null,
  ip: null,
  addressKey: null,
};
