import { join } from 'node:path';
import { isBuilt, isReplaceable, web } from '../../bin/built-folder.mjs';
import { describeFailedBuild, describeFileError, openProgram } from '../../bin/program-files.mjs';
import { buildWeb } from '../../web/build.ts';
import { linkLibraries } from './db/embedded/binaries.ts';
import { errorMessage } from './lib/error-message.ts';
import { notPrepared } from './lib/not-prepared.ts';
import { OperatorError } from './lib/operator-error.ts';

const root = join(import.meta.dirname, '../..');

type Prepared = { built: boolean; linked: number; madeReadable: number };

/** Builds what npm does not install: the web application and the links between PostgreSQL's libraries. Then makes all of it readable. */
export async function prepareProgram(onProgress: (message: string) => void): Promise<Prepared> {
  return { built: await prepareWeb(onProgress), linked: linkLibraries(), madeReadable: openProgram(root) };
}

/** Builds the web application if necessary. Returns whether it did. */
export async function prepareWeb(onProgress: (message: string) => void): Promise<boolean> {
  try {
    if (isBuilt(root, web)) return false;
    if (!isReplaceable(root, web)) throw notPrepared('The web application is not built', root);
    return await buildWeb(root, onProgress);
  } catch (error) {
    const sentence = describeFileError(error, root) ?? describeFailedBuild(errorMessage(error), root);
    throw sentence === null ? error : new OperatorError(sentence);
  }
}
