import type { Quality } from '../companies/quality.ts';
import type { ProfileScore } from '../icps/score-companies.ts';

export type Place = { city: string | null; region: string | null; countryCode: string | null };

/** One line of the table of leads: a company and what it did in the interval. */
export type LeadRow = {
  companyId: string;
  name: string;
  domain: string | null;
  logoUrl: string | null;
  industry: string | null;
  employeeRange: string | null;
  place: Place | null;
  quality: Quality;
  visits: number;
  pageViews: number;
  firstVisitAt: Date;
  lastVisitAt: Date;
  isNew: boolean;
  source: string | null;
  medium: string | null;
  tagIds: string[];
  icps: ProfileScore[];
  assigneeId: string | null;
  followed: boolean;
  hidden: boolean;
};
