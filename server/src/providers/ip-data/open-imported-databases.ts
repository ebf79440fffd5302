import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Reader, type Response } from 'maxmind';
import type { CompanyReference } from '../../domain/identification/company-reference.ts';
import type { ImportedMatch } from '../../domain/identification/facts.ts';
import type { BlockMatch, ImportedDatabases } from '../../domain/identification/imported-databases.ts';
import type { Location } from '../../domain/identification/location-directory.ts';
import { formatIpAddress, type IpAddress } from '../../lib/ip-address.ts';
import { cidrPrefix, type IpRange } from '../../lib/ip-range.ts';
import { CompanyRangeFile } from './company-range-file.ts';
import { locationOfRecord, matchOfRecord } from './imported-record.ts';

type Database = {
  find(address: IpAddress): ImportedMatch | null;
  findInBlock(block: IpRange): BlockMatch;
  location(address: IpAddress): Location | null;
};

/** Where `leadlight data import` stores files. */
export function importFolder(dataDir: string): string {
  return join(dataDir, 'ip-data', 'imports');
}

/** Opens all imported files in the order of their names. */
export async function openImportedDatabases(dataDir: string): Promise<ImportedDatabases> {
  const folder = importFolder(dataDir);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(mmdb|csv)$/i.test(name)) : [];
  const databases: Database[] = [];
  for (const name of names.sort()) databases.push(await openDatabase(join(folder, name), name));
  return {
    find: (address) => databases.map((database) => database.find(address)).filter((match) => match !== null),
    findInBlock: (block) => databases.map((database) => database.findInBlock(block)),
    location: (address) => {
      for (const database of databases) {
        const location = database.location(address);
        if (location !== null) return location;
      }
      return null;
    },
  };
}

async function openDatabase(path: string, name: string): Promise<Database> {
  if (extname(path).toLowerCase() === '.csv') {
    const file = await CompanyRangeFile.read(path);
    const matchOf = (company: CompanyReference | null) => (company === null ? null : { database: name, company, kind: null });
    return {
      find: (address) => matchOf(file.find(address)),
      findInBlock: (block) => {
        const company = file.findInBlock(block);
        return { database: name, match: company === 'differs' ? company : matchOf(company) };
      },
      location: () => null,
    };
  }
  const reader = new Reader<Response>(readFileSync(path));
  const isIpv6Capable = reader.metadata.ipVersion === 6;
  const recordOf = (address: IpAddress) => (address.version === 6 && !isIpv6Capable ? null : reader.get(formatIpAddress(address)));
  return {
    find: (address) => matchOfRecord(recordOf(address), name),
    findInBlock: (block) => {
      if (block.first.version === 6 && !isIpv6Capable) return { database: name, match: null };
      const [record, prefix] = reader.getWithPrefixLength(formatIpAddress(block.first));
      return { database: name, match: prefix <= cidrPrefix(block) ? matchOfRecord(record, name) : 'differs' };
    },
    location: (address) => locationOfRecord(recordOf(address)),
  };
}
