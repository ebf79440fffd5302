import { randomBytes } from 'node:crypto';
import { closeSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isFileLocked, lockFile } from './file-lock.ts';
import { OperatorError } from './operator-error.ts';

export type DraftFile = {
  path: string;
  /** Deletes the draft, unless it was renamed, and all files whose names start with its path and a dot. */
  release(): void;
};

const draftName = /^.+?\.[0-9a-f]{12}\.draft(?=\.|$)/;

/**
 * Reserves a name next to `path` for a file that will be renamed to it, and deletes the drafts of killed processes in that folder. A draft
 * has a lock file, which shows whether its process is running; a pid would mean nothing in another container.
 */
export function createDraft(path: string): DraftFile {
  deleteAbandonedDrafts(dirname(path));
  for (;;) {
    const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
    const descriptor = tryLock(`${draft}.lock`);
    if (descriptor === 'taken') continue;
    return {
      path: draft,
      release: () => {
        deleteDraft(dirname(draft), basename(draft));
        if (descriptor !== null) closeSync(descriptor);
      },
    };
  }
}

/** Returns null if the system or the file system has no locks: drafts then have unique names, but abandoned ones are kept. */
function tryLock(path: string): number | 'taken' | null {
  try {
    return lockFile(path) ?? 'taken';
  } catch (error) {
    if (error instanceof OperatorError) return null;
    throw error;
  }
}

function deleteAbandonedDrafts(folder: string): void {
  const drafts = new Set(readdirSync(folder).flatMap((name) => draftName.exec(name) ?? []));
  for (const draft of drafts) if (!isInUse(join(folder, `${draft}.lock`))) deleteDraft(folder, draft);
}

function isInUse(lock: string): boolean {
  try {
    return isFileLocked(lock);
  } catch {
    return true;
  }
}

/** Deletes the lock file last, because without it the draft counts as abandoned. */
function deleteDraft(folder: string, draft: string): void {
  const names = readdirSync(folder).filter((name) => name === draft || name.startsWith(`${draft}.`));
  for (const file of names.filter((name) => name !== `${draft}.lock`)) rmSync(join(folder, file), { force: true });
  rmSync(join(folder, `${draft}.lock`), { force: true });
}
