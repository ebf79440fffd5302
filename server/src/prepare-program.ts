import { join } from 'node:path';
import { isBuilt, isReplaceable, web } from '../../bin/built-folder.mjs';
import { buildWeb } from '../../web/build.ts';
import { linkLibraries } from './db/embedded/binaries.ts';
import { notPrepared } from './lib/not-prepared.ts';

const root = join(import.meta.dirname, '../..');

/** Builds what npm does not install: the web application and the links between PostgreSQL's libraries. */
export async function prepareProgram(onProgress: (message: string) => void): Promise<{ built: boolean; linked: number }> {
  return { built: await prepareWeb(onProgress), linked: linkLibraries() };
}

/** Builds the web application if necessary. Returns whether it did. */
export async function prepareWeb(onProgress: (message: string) => void): Promise<boolean> {
  if (isBuilt(root, web)) return false;
  if (!isReplaceable(root, web)) throw notPrepared('The web application is not built', root);
  return buildWeb(root, onProgress);
}
