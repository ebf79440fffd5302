/** A row of a DB11 file: `from` is its first address, and `texts` are the country code, country, region, city, zip and time zone. */
type BinRow = { from: number; texts: string[]; latitude: number; longitude: number };

/** Writes IP2Location's binary format with IPv4 rows, as its open libraries read it. */
export function ip2LocationBin(rows: readonly BinRow[]): Buffer {
  const columns = 8;
  const headerBytes = 64;
  const rowBytes = columns * 4;
  const texts: Buffer[] = [];
  let end = headerBytes + rows.length * rowBytes;
  /** Appends texts and returns the offset of the first. */
  const appendTexts = (...values: string[]) => {
    const at = end;
    for (const value of values) {
      const bytes = Buffer.from(value);
      texts.push(Buffer.from([bytes.length]), bytes);
      end += bytes.length + 1;
    }
    return at;
  };
  const table = Buffer.alloc(rows.length * rowBytes);
  for (const [index, { from, texts: values, latitude, longitude }] of rows.entries()) {
    const [code = '-', country = '-', region = '-', city = '-', zip = '-', timeZone = '-'] = values;
    const at = index * rowBytes;
    table.writeUInt32LE(from, at);
    // The name of the country follows its code, which always takes three bytes.
    table.writeUInt32LE(appendTexts(code.padEnd(2), country), at + 4);
    table.writeUInt32LE(appendTexts(region), at + 8);
    table.writeUInt32LE(appendTexts(city), at + 12);
    table.writeFloatLE(latitude, at + 16);
    table.writeFloatLE(longitude, at + 20);
    table.writeUInt32LE(appendTexts(zip), at + 24);
    table.writeUInt32LE(appendTexts(timeZone), at + 28);
  }
  const header = Buffer.alloc(headerBytes);
  header.set([11, columns, 26, 8, 4]);
  header.writeUInt32LE(rows.length, 5);
  header.writeUInt32LE(headerBytes + 1, 9);
  header[29] = 1;
  header.writeUInt32LE(end, 31);
  return Buffer.concat([header, table, ...texts]);
}
