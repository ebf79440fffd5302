export const eventKinds = ['page_view', 'leave', 'form', 'download', 'outbound', 'event', 'identify'] as const;
export type EventKind = (typeof eventKinds)[number];

/** One thing a visitor did, as the sender described it, with its time already corrected to the server's clock. */
export type TrackedEvent = {
  /** Made by the sender; a repeated id is stored once. Lower-case UUID. */
  id: string;
  kind: EventKind;
  occurredAtMs: number;
  /** The absolute address of the page, without fragment. */
  url: string | null;
  title: string | null;
  referrer: string | null;
  /** The own name of an `event`, or the name of the form of a `form`. */
  name: string | null;
  /** Where a `download` or `outbound` leads. */
  targetUrl: string | null;
  /** Of a `leave`: the time spent on the page until then, summed since its page view. */
  durationSeconds: number | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
};

export type PartnerCookies = { MCMID: string | null; MCAAMB: string | null; MCAAMLH: string | null };

/** An event together with what the collector knows of the visitor who sent it. */
export type Hit = {
  event: TrackedEvent;
  visitorId: string;
  ip: string | null;
  userAgent: string | null;
  gaClientIds: string[];
  partnerCookies: PartnerCookies | null;
  /** Traces of an automated browser. */
  hints?: readonly string[];
};
