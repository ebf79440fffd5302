import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after } from 'node:test';
import { portOf } from '../../server/src/lib/port-of.ts';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type TraceExport = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        attributes: Attribute[];
        status: object;
      }[];
    }[];
  }[];
};

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** According to the protocol: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
};

type OtlpReceiver = { url: string; spans: ReceivedSpan[]; text: string; headers: IncomingHttpHeaders[] };

/** A trace backend that accepts OTLP over HTTP as JSON. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const receiver: OtlpReceiver = { url: '', spans: [], text: '', headers: [] };
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    if (req.method !== 'POST' || req.url !== '/v1/traces') return res.writeHead(404).end();
    receiver.headers.push(req.headers);
    receiver.text += body;
    const sent: TraceExport = JSON.parse(body);
    for (const { resource, scopeSpans } of sent.resourceSpans) {
      for (const { traceId, spanId, parentSpanId, name, kind, attributes } of scopeSpans.flatMap(({ spans }) => spans)) {
        receiver.spans.push({
          traceId,
          spanId,
          parentSpanId,
          name,
          kind,
          attributes: plainAttributes(attributes),
          resource: plainAttributes(resource.attributes),
        });
      }
    }
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${portOf(server)}`;
  return receiver;
}

function plainAttributes(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? (value.intValue === undefined ? null : Number(value.intValue)),
    ]),
  );
}
