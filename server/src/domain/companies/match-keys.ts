import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { countryCodeOf } from '../../lib/country-name.ts';
import { registrableDomain } from '../../lib/registrable-domain.ts';
import { workDomain } from '../identification/work-domain.ts';
import type { MatchKeys } from './match-score.ts';

/** Known facts about the company to find, named as in the request body. */
export type MatchInput = {
  company_name?: string;
  url?: string;
  email?: string;
  phone?: string;
  country?: string;
  country_code?: string;
  city?: string;
  postal_code?: string;
  street?: string;
  register_id?: string;
  register_location?: string;
  vat_id?: string;
};

/** Normalizes user input for comparison. Unreadable values become null. */
export function matchKeys(input: MatchInput): MatchKeys {
  const countryCode = input.country_code?.toUpperCase() ?? (input.country === undefined ? null : countryCodeOf(input.country));
  return {
    name: textOf(input.company_name),
    domain: input.url === undefined ? null : registrableDomain(input.url.trim().toLowerCase()),
    emailDomain: input.email === undefined ? null : workDomain(input.email),
    phone: input.phone === undefined ? null : phoneDigits(input.phone, countryCode),
    vatId: codeOf(input.vat_id),
    registerId: codeOf(input.register_id),
    registerLocation: textOf(input.register_location),
    countryCode,
    city: textOf(input.city),
    postalCode: textOf(input.postal_code),
    street: textOf(input.street),
  };
}

/** Returns the digits of a phone number with its country code, so that `0841 890` in Germany equals `+49 (841) 890`. */
export function phoneDigits(phone: string, countryCode: string | null): string | null {
  const number = parsePhoneNumberFromString(phone, countryCode !== null && isSupportedCountry(countryCode) ? countryCode : undefined);
  const digits = (number?.number ?? phone).replaceAll(/\D/g, '');
  return digits.length < 6 ? null : digits;
}

/** Normalizes a register or tax number like the database function `bare_code`; null if it has no letters and digits. */
export function codeOf(text: string | undefined): string | null {
  const code = (text ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return code === '' ? null : code;
}

function textOf(text: string | undefined): string | null {
  const clean = (text ?? '').trim();
  return clean === '' ? null : clean;
}
