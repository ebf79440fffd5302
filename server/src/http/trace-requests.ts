import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getOrThrow } from '../lib/get-or-throw.ts';
import { currentTracer, type Span } from '../lib/tracing.ts';

/** Creates a span per request. It is named after the route, because the URL may contain a secret. */
export function traceRequests(server: FastifyInstance): void {
  const tracer = currentTracer();
  if (tracer === null) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  const ended = new WeakSet<FastifyRequest>();
  server.addHook('onRequest', (req, res, done) => {
    const route = req.routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': req.method, 'http.route': route, 'leadlight.request_id': req.id };
    const span = tracer.start(`${req.method} ${route}`, { kind: 'server', attributes }, req.headers);
    spans.set(req, span);
    // Ends the span of a request that the client aborts: `onResponse` does not run for it.
    res.raw.once('close', () => {
      if (ended.has(req)) return;
      span.fail('aborted');
      span.end();
    });
    tracer.run(span, done);
  });
  // The body parser runs its callback outside the span, so the span is activated again.
  server.addHook('preValidation', (req, _res, done) => {
    tracer.run(getOrThrow(spans, req), done);
  });
  server.addHook('onResponse', async (req, res) => {
    const span = spans.get(req);
    ended.add(req);
    span?.set({ 'http.response.status_code': res.statusCode });
    if (res.statusCode >= 500) span?.fail(String(res.statusCode));
    span?.end();
  });
}
