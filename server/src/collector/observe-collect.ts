import { currentTracer, type SpanOptions } from '../lib/tracing.ts';
import type { Collect } from './collect.ts';
import type { CollectorContext } from './context.ts';

const spanOptions: SpanOptions = { kind: 'server', attributes: { 'http.request.method': 'POST', 'http.route': '/collect' } };

/** Records metrics and a span for requests that bypass fastify. For all others, fastify's hooks do this. */
export function observeCollect({ responded }: Pick<CollectorContext, 'responded'>, collect: Collect): Collect {
  return (request, readBody, respond) => {
    const startMs = performance.now();
    const tracer = currentTracer();
    const span = tracer?.start('POST /collect', spanOptions, request.headers);
    collect(
      request,
      tracer && span
        ? (done) =>
            readBody(
              (text) => tracer.run(span, () => done(text)),
              () => {
                span.fail('aborted');
                span.end();
              },
            )
        : readBody,
      (reply, cause) => {
        const { status } = reply;
        respond(reply, cause);
        responded('/collect', 'POST', status, (performance.now() - startMs) / 1000, cause);
        span?.set({ 'http.response.status_code': status });
        if (status >= 500) span?.fail(String(status));
        span?.end();
      },
    );
  };
}
