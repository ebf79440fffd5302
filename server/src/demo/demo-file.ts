import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../lib/write-durably.ts';

/** State of the demo between starts. The file contains secrets, so only its owner may read it. */
export type DemoFile = {
  seed: number;
  accountId: string;
  userId: string;
  email: string;
  password: string;
  key: string;
  token: string;
  /** Last day of the simulated history. */
  endsOn: string;
  /** Index of the next day to send. Days that a shorter history skips count as sent. */
  daysSent: number;
  /** Whether the directory data and the simulated work of the demo's users, such as notes and tags, have been added. */
  isWorkedOn: boolean;
};

export function demoFilePath(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

export function readDemoFile(dataDir: string): DemoFile | null {
  const file = demoFilePath(dataDir);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

export function removeDemoFile(dataDir: string) {
  rmSync(demoFilePath(dataDir), { force: true });
}

export function writeDemoFile(dataDir: string, demo: DemoFile) {
  writeDurably(demoFilePath(dataDir), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}
