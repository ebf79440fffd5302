import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Span as ApiSpan,
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, Tracer } from '../../lib/tracing.ts';
import type { TracingConfig } from '../../tracing-settings.ts';

/** Time limit for sending the remaining spans: a backend that does not respond must not delay the shutdown. */
const flushMs = 1500;

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

class RecordedSpan implements Span {
  readonly context: Context;
  readonly #span: ApiSpan;

  constructor(span: ApiSpan, parent: Context) {
    this.#span = span;
    this.context = trace.setSpan(parent, span);
  }

  set(attributes: Parameters<Span['set']>[0]): void {
    this.#span.setAttributes(attributes);
  }

  fail(errorType: string): void {
    this.#span.setAttribute('error.type', errorType);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }
}

type TracerOptions = { url: string; config: TracingConfig; version: string; onWarning(message: string): void };

/** Records spans with OpenTelemetry and sends them over HTTP to the URL. */
export function openTracer({ url, config, version, onWarning }: TracerOptions): Tracer {
  const quiet = () => {};
  const report = (message: string) => onWarning(message);
  diag.setLogger({ error: report, warn: report, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
  const exporter = new OTLPTraceExporter({ url, headers: config.otelHeaders });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': version,
      ...config.otelResourceAttributes,
      'service.name': config.otelServiceName,
    }),
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const recorder = provider.getTracer('leadlight', version);
  const propagator = new W3CTraceContextPropagator();
  const active = new AsyncLocalStorage<Context>();
  return {
    start(name, { kind = 'internal', attributes }, callerHeaders) {
      const parent =
        active.getStore() ?? (callerHeaders ? propagator.extract(ROOT_CONTEXT, callerHeaders, defaultTextMapGetter) : ROOT_CONTEXT);
      return new RecordedSpan(recorder.startSpan(name, { kind: kinds[kind], attributes }, parent), parent);
    },
    run: (span, work) => active.run((span as RecordedSpan).context, work),
    isActive: () => active.getStore() !== undefined,
    headers() {
      const carrier: Record<string, string> = {};
      propagator.inject(active.getStore() ?? ROOT_CONTEXT, carrier, defaultTextMapSetter);
      return carrier;
    },
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, flushMs).unref());
      await Promise.race([provider.shutdown().catch((error: Error) => onWarning(error.message)), late]);
    },
  };
}

function samplerOf({ otelSampler, otelSamplerRatio }: TracingConfig): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(otelSamplerRatio),
  };
  const root = roots[otelSampler.replace('parentbased_', '') as keyof typeof roots]();
  return otelSampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
