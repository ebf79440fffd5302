import { Reader, type Response } from 'maxmind';
import { errorMessage } from '../../../lib/error-message.ts';
import { addressNumber, formatIpAddress, type IpAddress, ipv6WordsOf } from '../../../lib/ip-address.ts';
import { blockAround, cidrPrefix, type IpRange } from '../../../lib/ip-range.ts';
import { OperatorError } from '../../../lib/operator-error.ts';
import { readSharedFile } from '../../../lib/shared-files.ts';
import type { AddressRecord, Product } from '../adapters/adapter.ts';
import { recognizeProduct } from '../adapters/recognize.ts';
import { collectFields, nestedRow } from './nested-row.ts';

/**
 * Records are sampled to find the fields of a database, because few records have all fields. IPv4 is sampled first; the limit for IPv6
 * includes the IPv4 records.
 */
const maxSampledRecords = { 4: 8000, 6: 12_000 };
const maxSampledBlocks = 20_000;

export type RecordDatabase = {
  product: Product;
  find(address: IpAddress): AddressRecord | null;
  /** The record of all addresses in a block, or `differs`. */
  findInBlock(block: IpRange): AddressRecord | null | 'differs';
};

export async function openMmdb(path: string, name: string): Promise<RecordDatabase & { ipVersion: number; hasIpv4: boolean }> {
  const reader = openReader(await readFile(path, name), name);
  const isIpv6Capable = reader.metadata.ipVersion === 6;
  const { fields, hasIpv4 } = fieldsOf(reader, name);
  const product = recognizeProduct(`${name} (${reader.metadata.databaseType})`, fields);
  const read = (record: unknown) => (record === null ? null : nonEmpty(product.read(nestedRow(record))));
  return {
    product,
    ipVersion: reader.metadata.ipVersion,
    hasIpv4,
    find: (address) => (address.version === 6 && !isIpv6Capable ? null : orNull(() => read(reader.get(formatIpAddress(address))))),
    findInBlock: (block) => {
      if (block.first.version === 6 && !isIpv6Capable) return null;
      return orNull(() => {
        const [record, prefix] = reader.getWithPrefixLength(formatIpAddress(block.first));
        return prefix <= cidrPrefix(block) ? read(record) : 'differs';
      });
    },
  };
}

export function nonEmpty(record: AddressRecord): AddressRecord | null {
  return Object.keys(record).length === 0 ? null : record;
}

/** An unreadable file is reported by name, so that a server can use the other files. */
async function readFile(path: string, name: string): Promise<Buffer> {
  try {
    return await readSharedFile(path);
  } catch (error) {
    throw error instanceof OperatorError ? error : new OperatorError(`${name} cannot be read: ${errorMessage(error)}.`);
  }
}

function openReader(content: Buffer, name: string): Reader<Response> {
  try {
    return new Reader<Response>(content);
  } catch {
    throw new OperatorError(`${name} is not a complete mmdb database.`);
  }
}

/** Returns null if a record is damaged. A damaged record that was not sampled must not stop the processing of visits. */
function orNull<Found>(find: () => Found): Found | null {
  try {
    return find();
  } catch {
    return null;
  }
}

function fieldsOf(reader: Reader<Response>, name: string): { fields: Set<string>; hasIpv4: boolean } {
  const fields = new Set<string>();
  let hasIpv4 = false;
  try {
    for (const { record, version } of sampleOf(reader)) {
      collectFields(record, fields);
      hasIpv4 ||= version === 4;
    }
  } catch {
    throw new OperatorError(`${name} is damaged: its records cannot be read.`);
  }
  return { fields, hasIpv4 };
}

/** Samples records block by block from the start of each address space, and then some from the whole IPv4 address space. */
function* sampleOf(reader: Reader<Response>): Generator<{ record: unknown; version: 4 | 6 }> {
  let found = 0;
  for (const version of reader.metadata.ipVersion === 6 ? ([4, 6] as const) : ([4] as const)) {
    const last = version === 4 ? (1n << 32n) - 1n : (1n << 128n) - 1n;
    let at = version === 4 ? 0n : 1n << 96n;
    for (let step = 0; step < maxSampledBlocks && at <= last && found < maxSampledRecords[version]; step++) {
      const address = addressOf(at, version);
      const [record, prefix] = reader.getWithPrefixLength(formatIpAddress(address));
      if (record !== null) {
        found++;
        yield { record, version };
      }
      const { last: end } = blockAround(address, prefix);
      at = addressNumber(end) + 1n;
    }
  }
  for (let part = 0; part < 1024; part++) {
    const record = reader.get(formatIpAddress({ version: 4, value: part * 4_194_304 + 4_210_000 }));
    if (record !== null) yield { record, version: 4 };
  }
}

function addressOf(value: bigint, version: 4 | 6): IpAddress {
  if (version === 4) return { version: 4, value: Number(value) };
  return {
    version: 6,
    words: ipv6WordsOf(value),
  };
}
