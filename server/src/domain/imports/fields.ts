import { isRecord } from '../../lib/is-record.ts';
import type { RecordSource } from './import-record.ts';
import { domainOfCompany } from './shared-sites.ts';

/**
 * Reads the fields of one record and collects all errors, so a line can be corrected in one go. Empty text counts as missing. Lists are
 * arrays in JSON and separated by `|` in CSV.
 */
export class Fields {
  readonly #fields: Record<string, unknown>;
  readonly #ignoresUnknown: boolean;
  readonly #readNames: Set<string> | null;
  readonly isGroupOptional: boolean;
  readonly source: RecordSource;
  readonly faults: string[] = [];

  /** The names of the fields that are read are added to `readNames`. */
  constructor(
    fields: Record<string, unknown>,
    {
      ignoresUnknown = false,
      isGroupOptional = false,
      source = 'own',
      readNames,
    }: { ignoresUnknown?: boolean; isGroupOptional?: boolean; source?: RecordSource; readNames?: Set<string> } = {},
  ) {
    this.#fields = fields;
    this.#ignoresUnknown = ignoresUnknown;
    this.isGroupOptional = isGroupOptional;
    this.source = source;
    this.#readNames = readNames ?? null;
  }

  text(name: string, maxLength = 500): string | undefined {
    const value = this.#value(name);
    if (value === undefined || value === null) return undefined;
    if (!isPlainValue(value)) return this.#refuse(`${name} must be text`);
    const text = String(value).trim();
    if (text === '') return undefined;
    return text.length > maxLength ? this.#refuse(`${name} must have at most ${maxLength} characters`) : text;
  }

  /** Text without line breaks, which cells of a spreadsheet may contain. */
  line(name: string, maxLength?: number): string | undefined {
    const text = this.text(name, maxLength);
    return text?.includes('\n') ? text.replace(/\s+/g, ' ') : text;
  }

  required<Value>(name: string, value: Value | undefined): Value {
    if (value === undefined && !this.faults.some((fault) => fault.startsWith(`${name} `))) this.#refuse(`${name} is missing`);
    return value as Value;
  }

  number(name: string, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!/^[-+]?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$/.test(text) || value < min || value > max)
      return this.#refuse(`${name} must be a number${rangeText(min, max)}; found "${text}"`);
    return value;
  }

  integer(name: string, min: number, max = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < min || value > max)
      return this.#refuse(`${name} must be a whole number${rangeText(min, max)}; found "${text}"`);
    return value;
  }

  boolean(name: string): boolean | undefined {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return undefined;
    if (['true', 'yes', '1'].includes(text)) return true;
    if (['false', 'no', '0'].includes(text)) return false;
    return this.#refuse(`${name} must be true or false; found "${text}"`);
  }

  oneOf<const Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = values.find((value) => value === text);
    return found ?? this.#refuse(`${name} must be one of ${values.join(', ')}; found "${text}"`);
  }

  list(name: string, maxLength = 500): string[] | undefined {
    const value = this.#value(name);
    if (value === undefined || value === null || value === '') return undefined;
    const items = (Array.isArray(value) ? value : typeof value === 'string' ? value.split('|') : [value]).filter((item) => item !== null);
    if (!items.every(isPlainValue)) return this.#refuse(`${name} must be a list of texts`);
    const texts = items.map((item) => String(item).trim()).filter((item) => item !== '');
    return texts.some((text) => text.length > maxLength)
      ? this.#refuse(`${name} has an entry of more than ${maxLength} characters`)
      : texts;
  }

  /** A company domain; also accepts a full URL, but not that of a page on a shared site. */
  domain(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    return domainOfCompany(text.toLowerCase()) ?? this.#refuse(`${name} must be a domain such as example.com; found "${text}"`);
  }

  domains(name: string): string[] | undefined {
    const texts = this.list(name);
    const domains = texts?.map((text) => domainOfCompany(text.toLowerCase()) ?? this.#refuse(`${name} must hold domains; found "${text}"`));
    return domains?.filter((domain) => domain !== undefined);
  }

  url(name: string): string | undefined {
    const text = this.text(name, 2000);
    if (text === undefined) return undefined;
    return isWebAddress(text) ? text : this.#refuse(`${name} must be a URL that begins with http:// or https://; found "${text}"`);
  }

  email(name: string): string | undefined {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return undefined;
    return /^[^\s@,]+@[^\s@,.]+(\.[^\s@,.]+)+$/.test(text) ? text : this.#refuse(`${name} must be an e-mail address; found "${text}"`);
  }

  country(name: string): string | undefined {
    const text = this.text(name)?.toUpperCase();
    if (text === undefined) return undefined;
    if (/^[A-Z]{2}$/.test(text)) return codesOfUnion[text] ?? text;
    return this.#refuse(`${name} must be a country code of two letters; found "${text}"`);
  }

  date(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text);
    return isDay ? text : this.#refuse(`${name} must be a day such as 2026-01-31; found "${text}"`);
  }

  /** A time without an offset is UTC, whatever the time zone of the server. */
  time(name: string): Date | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const hasNoOffset = /^[\d-]+[T ][\d:.]+( [ap]m)?$/i.test(text);
    const zoned = hasNoOffset ? `${text.replace('T', ' ')} UTC` : text;
    // `Date` would read February 30 as March 2.
    const isTime = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(text) && isCalendarDay(text.slice(0, 10));
    const time = new Date(isTime ? zoned : Number.NaN);
    return Number.isNaN(time.getTime()) ? this.#refuse(`${name} must be a time such as 2026-01-31T12:00:00Z; found "${text}"`) : time;
  }

  object(name: string): Record<string, unknown> | undefined {
    const value = this.#document(name);
    if (value === undefined) return undefined;
    return isRecord(value) ? value : this.#refuse(`${name} must be an object`);
  }

  /** Profiles by network: a URL, a list of URLs, or objects with a `url`. */
  profiles(name: string): Record<string, { url: string }[]> | undefined {
    const document = this.object(name);
    if (document === undefined) return undefined;
    const profiles: Record<string, { url: string }[]> = {};
    for (const [network, value] of Object.entries(document)) {
      const urls = (Array.isArray(value) ? value : [value]).map((profile) => (typeof profile === 'string' ? profile : profile?.url));
      if (urls.every(isWebAddress)) profiles[network] = urls.map((url) => ({ url }));
      else this.#refuse(`${name}.${network} must be a URL that begins with http:// or https://, or a list of them`);
    }
    return profiles;
  }

  /** Reads the objects of an array; their errors are added to those of the record. */
  each<Item>(name: string, read: (fields: Fields) => Item): Item[] | undefined {
    const value = this.#document(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return this.#refuse(`${name} must be a list of objects`);
    return value.map((item, index) => {
      const record = isRecord(item) ? item : {};
      const readNames = new Set<string>();
      const fields = new Fields(record, { ignoresUnknown: this.#ignoresUnknown, readNames });
      const result = read(fields);
      const unknown = this.#ignoresUnknown ? [] : Object.keys(record).filter((key) => !readNames.has(key));
      if (unknown.length > 0)
        this.#refuse(`${name}[${index}] has unknown fields: ${unknown.join(', ')}; known fields: ${[...readNames].join(', ')}`);
      for (const fault of fields.faults) this.#refuse(`${name}[${index}].${fault}`);
      return result;
    });
  }

  refuse(reason: string): undefined {
    return this.#refuse(reason);
  }

  #value(name: string): unknown {
    this.#readNames?.add(name);
    return this.#fields[name];
  }

  /** Reads an object or a list, which is JSON text in a CSV file. */
  #document(name: string): unknown {
    const value = this.#value(name);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }

  #refuse(reason: string): undefined {
    this.faults.push(reason);
    return undefined;
  }
}

/** Countries for which the European Union uses other codes than ISO 3166. */
const codesOfUnion: Record<string, string> = { UK: 'GB', EL: 'GR' };

function isPlainValue(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function rangeText(min: number, max: number): string {
  if (Number.isFinite(min) && Number.isFinite(max) && max !== Number.MAX_SAFE_INTEGER) return ` from ${min} to ${max}`;
  return Number.isFinite(min) ? ` of at least ${min}` : '';
}

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
