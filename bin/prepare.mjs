// Runs on any Node since 20, before anything is installed, so it is plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt, isReplaceable, server } from './built-folder.mjs';
import { install } from './install.mjs';
import { describeFailedBuild, describeFileError, isPresent } from './program-files.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Returns the path of Node 24 or newer: the one installed from npm, or the system's if npm has none for this platform. */
function nodePath() {
  const installed = join(root, 'node_modules', '.bin', 'node');
  if (isPresent(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `Leadlight needs Node 24 on ${process.platform} ${process.arch}, and this is Node ${process.versions.node}: install Node 24.`,
  );
}

/** Installs missing packages and returns whether any were missing. `packages` has the options of `install` that select them. */
export function installMissing(packages) {
  return withProgress((onProgress) => install(root, { ...packages, onProgress, onFailure: fail })).catch(failOnFileError);
}

/** Bundles the server unless it was built from the current sources. Returns the file to run. */
export function buildServer() {
  return buildIfNecessary().catch(failOnFileError);
}

async function buildIfNecessary() {
  const main = join(server.folder, 'main.js');
  if (isBuilt(root, server)) return main;
  if (!isReplaceable(root, server)) {
    fail(`The server is not built, and this user cannot write to ${root}: run "leadlight prepare" there as its owner, then start again.`);
  }
  await withProgress(async (onProgress) => {
    onProgress('Building the server (once; a few seconds)');
    const child = spawn(nodePath(), nodeArguments('server/build.ts', []), { stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    const status = await new Promise((resolve) => child.once('error', ({ message }) => resolve(message)).once('close', resolve));
    if (status !== 0) fail(describeFailedBuild(stderr, root) ?? `The server could not be built: ${stderr || status}`);
    return true;
  });
  return main;
}

/**
 * Reports the progress of `work`, which returns whether it had anything to do, and returns the same. On a terminal the step is one line,
 * which finally shows how long it took.
 */
async function withProgress(work) {
  const isTerminal = process.stderr.isTTY && process.env.LOG_FORMAT !== 'json';
  const startMs = Date.now();
  let step = '';
  const hasWorked = await work((message) => {
    step = message;
    if (isTerminal) process.stderr.write(`\r\x1b[K  ${message}…`);
    else report('info', `${message}…`);
  });
  if (hasWorked && isTerminal) process.stderr.write(`\r\x1b[K✓ ${step} ${((Date.now() - startMs) / 1000).toFixed(1)} s\n`);
  return hasWorked;
}

function nodeArguments(file, args) {
  return ['--disable-warning=ExperimentalWarning', join(root, file), ...args];
}

/** Runs a file on Node 24, forwards signals to it and exits with its code. */
export function runFile(file, args) {
  const child = spawn(nodePath(), nodeArguments(file, args), {
    // The channel tells the child when this process is gone, so that a killed launcher leaves no server behind.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // The compile cache halves the time that every start and test spends on loading files.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env },
  });
  // Ctrl-C in a terminal also reaches the child directly, which treats repeated signals as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
  stopWithNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

/** Runs a development tool, which also needs the packages of tests. `needsServer` builds the server first. */
export async function runTool(file, args, { needsServer = false } = {}) {
  await installMissing({ development: true });
  if (needsServer) await buildServer();
  runFile(file, args);
}

/** Stops if npm is killed: npm then forwards no signal, but this process gets another parent. Without npm, a new parent does not matter. */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) stop();
  }, 200).unref();
}

/** Writes a line to standard error, because standard output is reserved for the output of commands. If logs are JSON, the line is too. */
function report(level, message) {
  const line =
    process.env.LOG_FORMAT === 'json'
      ? JSON.stringify({ level: level === 'fatal' ? 60 : 30, time: new Date().toISOString(), msg: message })
      : message;
  const clearsLine = process.stderr.isTTY && level === 'fatal';
  process.stderr.write(`${clearsLine ? '\r\x1b[K' : ''}${line}\n`);
}

function failOnFileError(error) {
  const sentence = describeFileError(error, root);
  if (sentence === null) throw error;
  fail(sentence);
}

function fail(sentence) {
  report('fatal', sentence);
  process.exit(1);
}
