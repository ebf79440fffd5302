import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { required } from '../server/src/lib/required.ts';

export type ServiceProcess = {
  child: ChildProcess;
  pid: number;
  port: number;
  /** Stops the service gracefully and waits until it has exited. */
  stop(): Promise<void>;
};

const main = join(import.meta.dirname, '../server/dist/main.js');
/** Shared folder for the compiled IP data, so that each benchmark does not compile it again. */
const compiledData = join(import.meta.dirname, '../data/bench/ip-data');

/** Runs `leadlight start` like an operator, and waits until it has printed its URL. */
export async function startServiceProcess(environment: Record<string, string>, args: string[] = []): Promise<ServiceProcess> {
  const ownData = join(required(environment.DATA_DIR), 'ip-data');
  if (existsSync(compiledData) && !existsSync(ownData)) cpSync(compiledData, ownData, { recursive: true });
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'start', '--no-demo', '--json', ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let stderr = '';
  required(child.stderr).on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-4000);
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The service ended while it was starting:\n${stderr}`);
  });
  const line = await Promise.race([once(createInterface(required(child.stdout)), 'line'), ended]);
  ended.catch(() => {});
  const { url }: { url: string } = JSON.parse(String(line[0]));
  return {
    child,
    pid: required(child.pid),
    port: Number(new URL(url).port),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
