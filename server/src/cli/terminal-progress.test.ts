import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terminalProgress } from './terminal-progress.ts';

function written(isTTY: boolean, reports: [message: string, share: number][]): string {
  let text = '';
  const report = terminalProgress({ isTTY, write: (part) => (text += part) });
  for (const [message, share] of reports) report(message, share);
  return text.replaceAll('\r\x1b[K', '<');
}

test('the line of a step ends when it reaches 100%, however often that is reported', () => {
  const reports: [string, number][] = [
    ['Copying visits', 0.5],
    ['Copying the file a.json', 1],
    ['Verifying the backup', 0.5],
    ['Verifying the backup', 1],
    ['Verifying the backup', 1],
  ];
  assert.equal(
    written(true, reports),
    '<Copying visits… 50%<Copying the file a.json… 100%\n<Verifying the backup… 50%<Verifying the backup… 100%\n',
  );
});

test('nothing is written if the output is not a terminal', () => {
  assert.equal(written(false, [['Copying visits', 1]]), '');
});
