import type { DatedOrigin, Fact } from '../companies/fact-origins.ts';
import type { ProfileScore } from '../icps/score-companies.ts';
import type { Place } from '../visits/place.ts';
import type { LeadQuality } from './lead-quality.ts';

type LeadAttributes = {
  companyId: string;
  name: string;
  domain: string | null;
  url: string | null;
  logoUrl: string | null;
  industries: string[];
  employeeRange: string | null;
  /** Visits and page views of all time; `activity` has those of an interval. */
  visits: number;
  pageViews: number;
  firstVisitAt: Date | null;
  lastVisitAt: Date | null;
  assigneeId: string | null;
  followed: boolean;
  hidden: boolean;
  isHandled: boolean;
  emailedTo: string[];
  crmLeadId: string | null;
  crmOrganizationId: string | null;
  tagIds: string[];
};

/** Activity of a lead in an interval. */
export type LeadActivity = {
  visits: number;
  pageViews: number;
  lastVisitAt: Date | null;
  /** Not compared with other leads, as exports and the earlier API show it. The web application adds the rank (`rankQuality`). */
  quality: LeadQuality;
  /** Place of most of these visits; null if unknown. */
  place: Place | null;
};

/** Directory data of the company. */
export type CompanyProfile = {
  kind: string;
  description: string | null;
  employeeCount: number | null;
  revenue: { value: number; currency: string; year?: number; estimated?: boolean } | null;
  foundedYear: number | null;
  legalForm: string | null;
  email: string | null;
  phoneNumbers: string[];
  address: { street: string | null; postalCode: string | null; city: string | null; region: string | null; countryCode: string | null };
  profiles: Record<string, { url: string }[]>;
  keywords: string[];
  vatId: string | null;
  registerId: string | null;
};

/** Optional parts of a lead. */
export type LeadParts = {
  activity: LeadActivity;
  profile: CompanyProfile;
  /** Origin of each fact about the company. */
  origins: Record<Fact, DatedOrigin>;
  /** Traffic source of the newest visit in the interval; null without a visit. */
  trafficSource: { source: string | null; medium: string | null } | null;
  tagNames: string[];
  doNotContact: boolean;
  assigneeEmail: string | null;
  /** Matching profiles, best first. */
  icps: ProfileScore[];
};

export type LeadPart = keyof LeadParts;

/** A company that visited the account's site, with the account's own data about it. */
export type Lead<Part extends LeadPart = never> = LeadAttributes & Pick<LeadParts, Part>;
