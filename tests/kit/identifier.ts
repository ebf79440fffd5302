import type { Identifier } from '../../server/src/domain/identification/identifier.ts';
import { createIdentifier } from '../../server/src/providers/create-identifier.ts';

const leadConfidence = 0.5;

let opened: Promise<Identifier> | null = null;

/** An identifier with the real IP data, opened once per process from the folder where the test run compiled it. */
export function testIdentifier(): Promise<Identifier> {
  const folder = process.env.LEADLIGHT_TEST_DATA;
  if (!folder) throw new Error('This test needs the compiled IP data: run it with "npm test -- <file>".');
  opened ??= createIdentifier(folder, leadConfidence);
  return opened;
}
