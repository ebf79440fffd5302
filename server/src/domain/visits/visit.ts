import type { PartnerCookies } from '../events/event.ts';
import type { Engagement, RoutePage } from './build-visit.ts';
import type { Place } from './place.ts';

export type VisitorName = { email: string | null; firstName: string | null; lastName: string | null };

/** A visit with everything that is known of it. */
export type Visit = {
  id: string;
  /** Null while no company is identified. */
  companyId: string | null;
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
  /** What was said during this visit counts first; else what is known of the visitor. */
  visitor: VisitorName;
  /** What is known of the visitor from all visits. */
  knownVisitor: VisitorName & { isReturning: boolean };
  placeId: string;
  place: Place | null;
  /** How certain the identification is, 0 to 1. */
  confidence: number | null;
};
