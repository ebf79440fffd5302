import type { PartnerCookies } from '../events/event.ts';
import type { NoCompanyReason } from '../identification/no-company-reason.ts';
import type { Engagement, RoutePage } from './build-visit.ts';
import type { Place } from './place.ts';

type VisitorName = { email: string | null; firstName: string | null; lastName: string | null };

export type Visit = {
  id: string;
  /** Null if no company is identified. */
  companyId: string | null;
  /** Null when there is a company. */
  noCompanyReason: NoCompanyReason | null;
  visitorId: string;
  startedAt: Date;
  endedAt: Date;
  pageDepth: number;
  lengthSeconds: number;
  landingPagePath: string | null;
  route: RoutePage[];
  engagements: (Engagement & { hasMetGoals: boolean })[];
  goals: { id: string; name: string; reachedAt: Date }[];
  source: string | null;
  medium: string | null;
  campaign: string | null;
  keyword: string | null;
  referringUrl: string | null;
  deviceType: string | null;
  browser: string | null;
  os: string | null;
  gaClientIds: string[];
  partnerCookies: PartnerCookies | null;
  /** As given during this visit, or else as known from other visits. */
  visitor: VisitorName;
  /** As known from all visits. */
  knownVisitor: VisitorName & { isReturning: boolean };
  placeId: string;
  place: Place | null;
  /** Confidence of the identification, 0 to 1. */
  confidence: number | null;
};
