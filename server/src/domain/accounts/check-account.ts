import { Problem } from '../problem.ts';
import { type Plan, plans } from './account.ts';

export function checkAccountName(name: string, parameter = 'name'): string {
  const clean = name.trim();
  if (clean === '' || clean.length > 200)
    throw new Problem('invalid_input', { title: 'The name must have 1 to 200 characters.', parameter });
  return clean;
}

export function checkPlan(plan: string): Plan {
  const found = plans.find((known) => known === plan);
  if (!found)
    throw new Problem('invalid_input', { title: `There is no plan "${plan}": choose one of ${plans.join(', ')}.`, parameter: 'plan' });
  return found;
}

/**
 * Accepts zone names only: a fixed offset such as +02:00 is wrong for half of the year. PostgreSQL reads abbreviations, such as CET, as
 * fixed offsets, so they are replaced with a zone.
 */
export function checkTimezone(timezone: string): string {
  if (/^[A-Za-z]/.test(timezone)) {
    try {
      const zone = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
      // Other names are kept: the resolved name of Asia/Kolkata is the outdated Asia/Calcutta. A name in another case is unknown elsewhere.
      const isUsualName = /^([A-Z][a-z]\w*|US)\/[A-Z][a-z]/.test(timezone) && timezone.toLowerCase() !== zone.toLowerCase();
      return isUsualName && zone !== 'UTC' ? timezone : zone;
    } catch {
      // Not a known zone; rejected below.
    }
  }
  throw new Problem('invalid_input', {
    title: `There is no time zone "${timezone}": use a name such as Europe/Helsinki or UTC.`,
    parameter: 'timezone',
  });
}

export function checkCredits(credits: number): number {
  if (!Number.isInteger(credits) || credits < 0 || credits > 1_000_000_000) {
    throw new Problem('invalid_input', { title: 'Credits must be a whole number from 0 to 1,000,000,000.', parameter: 'credits' });
  }
  return credits;
}
