import { dashboard } from './de/dashboard.ts';
import { live } from './de/live.ts';
import { noCompany } from './de/no-company.ts';
import type { DashboardTexts } from './t.ts';

export const texts: DashboardTexts = {
  ...dashboard,
  ...live,
  ...noCompany,
};
