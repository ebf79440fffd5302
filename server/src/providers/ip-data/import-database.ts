import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { Reader, type Response } from 'maxmind';
import { createFolder } from '../../lib/create-folder.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { CompanyRangeFile, type RefusedLine } from './company-range-file.ts';
import { importFolder } from './open-imported-databases.ts';

type ImportedDatabase = { name: string; entries: number | null; refused: RefusedLine[] };

/** Imports an operator's database: mmdb, or CSV with the columns cidr, company and domain. Replaces one of the same name. */
export async function importDatabase(dataDir: string, path: string): Promise<ImportedDatabase> {
  if (!existsSync(path)) throw new StartupError(`There is no file ${path}.`);
  const name = basename(path);
  const kind = extname(name).toLowerCase();
  if (kind !== '.mmdb' && kind !== '.csv') throw new StartupError(`${name} must end in .mmdb or .csv.`);
  const checked = kind === '.csv' ? await checkCsv(path, name) : checkDatabase(path, name);
  const folder = importFolder(dataDir);
  createFolder(folder);
  const draft = join(folder, `${name}.${process.pid}.tmp`);
  copyFileSync(path, draft);
  renameSync(draft, join(folder, name));
  return checked;
}

export function listDatabases(dataDir: string): string[] {
  const folder = importFolder(dataDir);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.(mmdb|csv)$/i.test(name))
        .sort()
    : [];
}

export function removeDatabase(dataDir: string, name: string): void {
  if (!listDatabases(dataDir).includes(name)) throw new StartupError(`There is no imported database ${name}.`);
  rmSync(join(importFolder(dataDir), name));
}

async function checkCsv(path: string, name: string): Promise<ImportedDatabase> {
  const file = await CompanyRangeFile.read(path);
  if (file.count === 0) throw new StartupError(`${name} has no line in the format cidr,company,domain.`);
  return { name, entries: file.count, refused: file.refused };
}

function checkDatabase(path: string, name: string): ImportedDatabase {
  try {
    new Reader<Response>(readFileSync(path));
    return { name, entries: null, refused: [] };
  } catch {
    throw new StartupError(`${name} is not an mmdb database.`);
  }
}
