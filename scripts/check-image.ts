import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage } from './image/build-image.ts';
import { checkContents } from './image/check-contents.ts';
import { checkRunning } from './image/check-running.ts';
import { findImageObstacle } from './image/find-image-obstacle.ts';

/**
 * Builds the image of deploy/Dockerfile without a daemon, runs it with the limits of deploy/compose.yaml and tests typical tasks of
 * an operator. As root on Debian it installs the required tools. `--if-possible` installs nothing, and exits successfully with a message if
 * tools or permissions are missing.
 */
const project = join(import.meta.dirname, '..');
// Gives files the same modes as in a published base image, whatever the umask of the shell.
process.umask(0o022);
const isOptional = process.argv.includes('--if-possible');
const obstacle = findImageObstacle({ mayInstall: !isOptional });
if (obstacle !== null) {
  process.stdout.write(`The container image was NOT checked: ${obstacle}.\n`);
  process.exit(isOptional ? 0 : 1);
}

const folder = mkdtempSync(join(tmpdir(), 'leadlight-image-'));
const startMs = Date.now();
const log = (message: string) => process.stdout.write(`${String(Math.round((Date.now() - startMs) / 1000)).padStart(4)} s  ${message}\n`);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(event, () => process.exit(1));
try {
  log('Building the image…');
  const image = buildImage(project, folder);
  checkContents(image, log);
  await checkRunning({ project, folder, image, log });
  log('The container image passed all checks.');
  process.exit(0);
} catch (error) {
  log(`The container image check failed: ${error instanceof Error ? error.stack : error}`);
  process.exit(1);
}
