import type { IncomingHttpHeaders } from 'node:http';

export type CollectHeaders = Pick<IncomingHttpHeaders, 'accept-language' | 'origin' | 'user-agent'> & {
  'sec-ch-ua'?: string | string[] | undefined;
  traceparent?: string | string[] | undefined;
  'x-forwarded-for'?: string | string[] | undefined;
};

/** The parts of a request to the collector that describe its sender. */
export type CollectRequest = { headers: CollectHeaders; socket: { remoteAddress?: string | undefined } };
