import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type ImportedFile = {
  /** As the operator knows it. */
  name: string;
  path: string;
  kind: 'mmdb' | 'table' | 'registry' | 'csv';
};

const endings: [RegExp, ImportedFile['kind']][] = [
  [/\.blocks$/, 'table'],
  [/\.registry$/, 'registry'],
  [/\.mmdb$/i, 'mmdb'],
  // Imported by an earlier version, which kept the file as it was.
  [/\.csv$/i, 'csv'],
];

/** Where `leadlight data import` puts the operator's files. */
export function importFolder(dataDir: string): string {
  return join(dataDir, 'ip-data', 'imports');
}

/** What was imported, in the order of the names. */
export function importedFiles(dataDir: string): ImportedFile[] {
  const folder = importFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const found = endings.find(([ending]) => ending.test(file));
      if (found === undefined) return [];
      const [, kind] = found;
      return [
        { name: kind === 'table' || kind === 'registry' ? file.replace(/\.(blocks|registry)$/, '') : file, path: join(folder, file), kind },
      ];
    });
}

/** Changes with every file that is imported or removed. */
export function importedFilesVersion(dataDir: string): string[] {
  return importedFiles(dataDir).map(({ name, path }) => {
    const { size, mtimeMs } = statSync(path);
    return `${name} ${size} ${mtimeMs}`;
  });
}
