import type { IncomingHttpHeaders } from 'node:http';

export type SenderHeaders = Pick<IncomingHttpHeaders, 'accept-language' | 'origin' | 'user-agent'> & {
  'sec-ch-ua'?: string | string[] | undefined;
  traceparent?: string | string[] | undefined;
  'x-forwarded-for'?: string | string[] | undefined;
};

/** The parts of a request that describe its sender. */
export type Sender = { headers: SenderHeaders; socket: { remoteAddress?: string | undefined } };
