import { dashboard } from './en/dashboard.ts';
import { live } from './en/live.ts';
import { noCompany } from './en/no-company.ts';

/** The texts that only the dashboard, the live visits and the page of a goal use. They are loaded with these pages. */
export const texts = {
  ...dashboard,
  ...live,
  ...noCompany,
} as const;
