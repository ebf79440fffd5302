import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type ImportedFile = {
  /** The name under which the operator imported the file. */
  name: string;
  path: string;
  kind: 'mmdb' | 'table' | 'registry' | 'csv';
};

const kindsByExtension: [RegExp, ImportedFile['kind']][] = [
  [/\.blocks$/, 'table'],
  [/\.registry$/, 'registry'],
  [/\.mmdb$/i, 'mmdb'],
  // Imported by an earlier version, which stored the file unchanged.
  [/\.csv$/i, 'csv'],
];

/** Returns the folder in which `leadlight data import` stores files. */
export function importFolder(dataDir: string): string {
  return join(dataDir, 'ip-data', 'imports');
}

/** The imported files, sorted by file name. */
export function importedFiles(dataDir: string): ImportedFile[] {
  const folder = importFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const found = kindsByExtension.find(([pattern]) => pattern.test(file));
      if (found === undefined) return [];
      const [, kind] = found;
      return [
        { name: kind === 'table' || kind === 'registry' ? file.replace(/\.(blocks|registry)$/, '') : file, path: join(folder, file), kind },
      ];
    });
}

/** Changes whenever a file is imported or deleted. */
export function importedFilesVersion(dataDir: string): string[] {
  return importedFiles(dataDir).map(({ name, path }) => {
    const { size, mtimeMs } = statSync(path);
    return `${name} ${size} ${mtimeMs}`;
  });
}
