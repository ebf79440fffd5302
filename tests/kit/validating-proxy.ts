import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import { freePort } from '../../server/src/lib/free-port.ts';

const program = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
const document = new URL('../../docs/openapi.json', import.meta.url).pathname;
const maxWaitMs = 60_000;

/** A violation that the proxy found in one exchange; its location begins with `request` or `response`. */
type Violation = { location: string[]; severity: string; code: string; message: string };

/**
 * Starts Prism between the tests and the service. It validates every request and response against docs/openapi.json, and reports
 * violations in a response header.
 */
export async function startValidatingProxy(upstream: string): Promise<{ url: string }> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [program, 'proxy', document, upstream, '--port', String(port), '--host', '127.0.0.1', '--multiprocess', 'false'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    },
  );
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        // Prism logs a lot for every exchange; only the end is needed to explain a failure.
        output = (output + chunk).slice(-4000);
        if (output.includes('Prism is listening')) resolve();
      });
    }
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs);
  });
  await Promise.race([listening, ended, timeout]);
  clearTimeout(timer);
  assert.match(output, /Prism is listening/);
  return { url: `http://127.0.0.1:${port}` };
}

/** The violations that the proxy reports for an exchange. */
export function violationsOf({ headers }: Pick<Response, 'headers'>): Violation[] {
  const violations = headers.get('sl-violations');
  if (violations === null) return [];
  return violations.startsWith('[')
    ? JSON.parse(violations)
    : [{ location: ['response'], severity: 'Error', code: 'many', message: violations }];
}

/** Fails if a response violates the document, or if the service accepts a request that violates it. */
export function assertNoViolation(response: Pick<Response, 'headers' | 'status'>, label: string): void {
  const violations = violationsOf(response).filter(({ location }) => location[0] === 'response' || response.status < 400);
  assert.deepEqual(violations, [], label);
}

/** `fetch` for a client that uses the proxy; fails if the proxy reports a violation. */
export async function validatedFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  assertNoViolation(response, `${request.method} ${request.url}`);
  return response;
}
