import type { IncomingHttpHeaders } from 'node:http';

/** The headers that the collector looks at. */
export type SenderHeaders = Pick<IncomingHttpHeaders, 'accept-language' | 'origin' | 'user-agent'> & {
  'sec-ch-ua'?: string | string[] | undefined;
  traceparent?: string | string[] | undefined;
  'x-forwarded-for'?: string | string[] | undefined;
};

/** Who sends a request, as far as the collector looks at it. */
export type Sender = { headers: SenderHeaders; socket: { remoteAddress?: string | undefined } };
