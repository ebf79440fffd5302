import { OperatorError } from '../../../lib/operator-error.ts';
import { readWhole } from '../../../lib/shared-files.ts';
import { fieldsOfProduct } from '../adapters/ip2location-products.ts';
import type { RowSource, SourceRow } from './csv-rows.ts';

/** Offset of the file size in the header of files since 2021. */
const sizeAt = 31;

/** Reads IP2Location's binary format: a table of first addresses and pointers to texts, in the order of addresses. */
export async function binRows(path: string, name: string): Promise<RowSource> {
  const file = await readWhole(path);
  const [product = 0, columns = 0] = file;
  if (file[29] === 2) throw new OperatorError(`${name} is an IP2Proxy file in binary form. Import its CSV file.`);
  const declaredBytes = file.readUInt32LE(sizeAt);
  const fields = fieldsOfProduct(product);
  const tables = [
    { count: file.readUInt32LE(5), base: file.readUInt32LE(9) - 1, addressBytes: 4 },
    { count: file.readUInt32LE(13), base: file.readUInt32LE(17) - 1, addressBytes: 16 },
  ].filter(({ count }) => count > 0);
  const rowBytes = (addressBytes: number) => addressBytes + (columns - 1) * 4;
  const isTruncated = tables.some(({ count, base, addressBytes }) => base + count * rowBytes(addressBytes) > file.length);
  if (isTruncated || (declaredBytes > 64 && declaredBytes !== 0xffffffff && declaredBytes > file.length))
    throw new OperatorError(`${name} is truncated.`);
  const textAt = (pointer: number) => file.toString('utf8', pointer + 1, pointer + 1 + (file[pointer] ?? 0));
  const addressAt = (at: number, bytes: number) =>
    bytes === 4 ? BigInt(file.readUInt32LE(at)) : (file.readBigUInt64LE(at + 8) << 64n) | file.readBigUInt64LE(at);
  const rows = function* (): Generator<SourceRow> {
    for (const { count, base, addressBytes } of tables) {
      for (let index = 0; index < count; index++) {
        const at = base + index * rowBytes(addressBytes);
        const end = index + 1 < count ? addressAt(at + rowBytes(addressBytes), addressBytes) : addressBytes === 4 ? 1n << 32n : 1n << 128n;
        const column = (position: number) => at + addressBytes + (position - 2) * 4;
        yield {
          line: index + 1,
          row: (field) => {
            if (field === 'ip_from') return String(addressAt(at, addressBytes));
            if (field === 'ip_to') return String(end - 1n);
            if (field === 'country_code') return textAt(file.readUInt32LE(column(2)));
            if (field === 'country_name') return textAt(file.readUInt32LE(column(2)) + 3);
            const position = fields.get(field as never);
            if (position === undefined) return undefined;
            if (field === 'latitude' || field === 'longitude') return file.readFloatLE(column(position));
            return textAt(file.readUInt32LE(column(position)));
          },
        };
      }
    }
  };
  return {
    fields: new Set(['ip_from', 'ip_to', 'country_code', 'country_name', ...fields.keys()]),
    batches: async function* () {
      yield rows();
    },
  };
}
