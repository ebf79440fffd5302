import type { CompanyIdentifier } from '../../server/src/domain/identification/company-identifier.ts';
import { createCompanyIdentifier } from '../../server/src/providers/create-company-identifier.ts';

const leadConfidence = 0.5;

let opened: Promise<CompanyIdentifier> | null = null;

/** An identifier with the real IP data, opened once per process from the folder where the test run compiled it. */
export function testIdentifier(): Promise<CompanyIdentifier> {
  const folder = process.env.LEADLIGHT_TEST_DATA;
  if (!folder) throw new Error('This test needs the compiled IP data: run it with "npm test -- <file>".');
  opened ??= createCompanyIdentifier(folder, leadConfidence);
  return opened;
}
