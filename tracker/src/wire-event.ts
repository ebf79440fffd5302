/** An event in the format of the collector. */
export type WireEvent = {
  id: string;
  kind: 'page_view' | 'leave' | 'form' | 'download' | 'outbound' | 'event' | 'identify';
  /** Milliseconds since the epoch by this browser's clock; the collector corrects it with the batch's `sent_at`. */
  occurred_at: number;
  url: string;
  title?: string;
  referrer?: string;
  name?: string;
  target_url?: string;
  /** Seconds. */
  duration?: number;
  email?: string;
  first_name?: string;
  last_name?: string;
};

/** Texts from the page are truncated so that a single event always fits into one request; empty ones are left out. */
export const clip = (text: unknown) => (text ? `${text}`.slice(0, 2000) : undefined);
