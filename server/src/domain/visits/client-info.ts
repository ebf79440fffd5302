import type { Device } from '../events/device.ts';
import type { AddressVerdict } from '../identification/company-identifier.ts';
import type { CompanyReference } from '../identification/company-reference.ts';
import type { Location } from '../identification/location-directory.ts';
import type { SeenWorkplace } from '../identification/workplace.ts';

/** Everything derived from the address, the user agent and the visitor of a hit. */
export type ClientInfo = {
  verdict: AddressVerdict | null;
  /** Whether a correction of the account excludes the client. */
  isIgnored: boolean;
  /** The company that the network belongs to, determined without evidence from the visitor. */
  workplace: { company: CompanyReference; confidence: number } | null;
  /** Keyed hash of the address; null if the account stores nothing about addresses. */
  addressKey: string | null;
  /** The employer's domain from the visitor's e-mail address. */
  workDomain: string | null;
  /** Whether the visitor's employer has changed. */
  isNewEmployer: boolean;
  /** The visitor's last known workplace. */
  knownWorkplace: SeenWorkplace | null;
  location: Location | null;
  device: Device;
};

/** The stored form: ids instead of contents, and the address truncated as configured by the account. */
export type StoredClient = {
  companyId: string | null;
  verdictId: string | null;
  placeId: string;
  deviceType: string | null;
  browser: string | null;
  os: string | null;
  ip: string | null;
  addressKey: string | null;
};

export function isSameClient(one: StoredClient, other: StoredClient): boolean {
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

export const unknownClient: StoredClient = {
  companyId: null,
  verdictId: null,
  placeId: '0',
  deviceType: null,
  browser: null,
  os: null,
  ip: null,
  addressKey: null,
};
