import type { Place } from '../visits/place.ts';

/** A company that visited the account's site, with what the account knows and did about it. */
export type Lead = {
  id: string;
  name: string;
  industries: string[];
  firstVisitAt: Date | null;
  lastVisitAt: Date | null;
  isHandled: boolean;
  websiteUrl: string | null;
  phone: string | null;
  socialMediaProfiles: Record<string, { url: string }[]>;
  employeeCount: number | null;
  employeeRange: string | null;
  crmLeadId: string | null;
  crmOrganizationId: string | null;
  tags: string[];
  logoUrl: string | null;
  assigneeEmail: string | null;
  businessId: string | null;
  revenue: { value: number; currency: string | null } | null;
  emailedTo: string[];
  /** In the window, or of all time when there is none. */
  visits: number;
  pageViews: number;
  newestVisitAt: Date | null;
  quality: number;
  /** Where most of these visits came from; null when that is unknown. */
  place: Place | null;
};
