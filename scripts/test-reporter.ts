import { writeSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { TestEvent as NodeTestEvent } from 'node:test/reporters';

/** Messages about test files, one JSON line each on file descriptor 3. A `fault` is a failure outside any test, such as in a hook. */
export type TestEvent =
  | { type: 'begin' | 'end'; name: string }
  | { type: 'pass'; name: string }
  | { type: 'skip'; name: string; reason: string }
  | { type: 'fail'; name: string; error: string }
  | { type: 'fault'; error: string }
  | { type: 'file-end' }
  | { type: 'summary'; tests: number };

/** Runs inside the process of test files. It writes synchronously, so that nothing is lost if that process is killed. */
export default async function* testReporter(source: AsyncIterable<NodeTestEvent>): AsyncGenerator<string> {
  for await (const event of source) for (const message of translate(event)) writeSync(3, `${JSON.stringify(message)}\n`);
  // Standard output belongs to the tests.
  yield '';
}

function translate({ type, data }: NodeTestEvent): TestEvent[] {
  switch (type) {
    case 'test:dequeue':
      return data.type === 'suite' ? [] : [{ type: 'begin', name: data.name }];
    case 'test:complete':
      return data.details.type === 'suite' ? [] : [{ type: 'end', name: data.name }];
    case 'test:pass':
      // A suite only repeats the results of its tests.
      if (data.details.type === 'suite') return isFile(data) ? [{ type: 'file-end' }] : [];
      if (data.skip === undefined && data.todo === undefined) return [{ type: 'pass', name: data.name }];
      return [{ type: 'skip', name: data.name, reason: String(data.skip ?? data.todo) }];
    case 'test:fail': {
      const error: Error & { cause?: unknown; failureType?: string } = data.details.error;
      const message = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : String(error.cause ?? error);
      // A file or a suite fails by itself if, for example, its hook fails.
      if (data.name === data.file) return [{ type: 'fault', error: message }];
      if (data.details.type === 'suite') {
        const faults: TestEvent[] = error.failureType === 'subtestsFailed' ? [] : [{ type: 'fault', error: message }];
        return isFile(data) ? [...faults, { type: 'file-end' }] : faults;
      }
      return [{ type: 'fail', name: data.name, error: message }];
    }
    case 'test:diagnostic':
      return data.message.startsWith('Error: ') ? [{ type: 'fault', error: data.message }] : [];
    case 'test:summary':
      return [{ type: 'summary', tests: data.counts.tests }];
    default:
      return [];
  }
}

/** The host runs each file as a suite named after its path. */
function isFile({ name, nesting }: { name: string; nesting: number }): boolean {
  return nesting === 0 && isAbsolute(name);
}
