import type { Fact, FactSource } from '../companies/fact-origins.ts';
import type { Quality } from '../companies/quality.ts';
import type { ProfileScore } from '../icps/score-companies.ts';
import type { Place } from '../visits/place.ts';

type LeadAttributes = {
  companyId: string;
  name: string;
  domain: string | null;
  url: string | null;
  logoUrl: string | null;
  industries: string[];
  employeeRange: string | null;
  /** Of all time; `activity` has those of an interval. */
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

/** What a lead did in an interval. */
export type LeadActivity = {
  visits: number;
  pageViews: number;
  newestVisitAt: Date | null;
  quality: Quality;
  /** Where most of these visits came from; null if unknown. */
  place: Place | null;
};

/** What the directory knows about the company. */
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

/** What a reader of leads asks for on top of their attributes. */
export type LeadParts = {
  activity: LeadActivity;
  profile: CompanyProfile;
  /** Where each fact of the company comes from. */
  sources: Record<Fact, FactSource>;
  /** How the newest visit of the interval found the site; null without a visit. */
  origin: { source: string | null; medium: string | null } | null;
  tagNames: string[];
  doNotContact: boolean;
  assigneeEmail: string | null;
  /** The profiles that the company matches, the best first. */
  icps: ProfileScore[];
};

export type LeadPart = keyof LeadParts;

/** A company that visited the account's site, with what the account knows and did about it. */
export type Lead<Part extends LeadPart = never> = LeadAttributes & Pick<LeadParts, Part>;
