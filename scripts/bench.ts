import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';

/** `npm run bench -- <name>` runs one benchmark. Each prints ratios measured in that run. */
const folder = join(import.meta.dirname, '../bench');
const [name, ...args] = process.argv.slice(2);
const file = join(folder, `${name}.ts`);
if (!name || !existsSync(file)) {
  const known = globSync('*.ts', { cwd: folder })
    .map((entry) => basename(entry, '.ts'))
    .filter((entry) => !entry.includes('-'));
  process.stderr.write(`Say which benchmark: ${known.sort().join(', ')}\n`);
  process.exit(1);
}
const benchmark: { default(args: string[]): Promise<void> } = await import(file);
await benchmark.default(args);
process.exit(process.exitCode ?? 0);
