import type { PartnerCookies } from '../events/event.ts';
import type { RoutePage } from './build-visit.ts';
import type { Place } from './place.ts';

/** A visit of an identified company. */
export type Visit = {
  id: string;
  companyId: string;
  visitorId: string;
  startedAt: Date;
  pageDepth: number;
  lengthSeconds: number;
  landingPagePath: string | null;
  route: RoutePage[];
  source: string | null;
  medium: string | null;
  campaign: string | null;
  keyword: string | null;
  referringUrl: string | null;
  deviceType: string | null;
  gaClientIds: string[];
  partnerCookies: PartnerCookies | null;
  visitor: { email: string | null; firstName: string | null; lastName: string | null };
  place: Place | null;
};
