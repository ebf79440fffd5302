import { trimEnd } from './lib/trim-end.ts';
import { fraction, InvalidValue, matching, oneOf, type Setting, urlOf } from './setting.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type TracingConfig = {
  otelEndpoint: string | null;
  otelTracesEndpoint: string | null;
  otelHeaders: Record<string, string>;
  otelServiceName: string;
  otelSampler: (typeof samplers)[number];
  otelSamplerRatio: number;
  otelResourceAttributes: Record<string, string>;
  otelTracesExporter: 'otlp' | 'none';
  otelDisabled: boolean;
};

/** The URL to send traces to; null if tracing is off. */
export function tracesUrl({ otelEndpoint, otelTracesEndpoint, otelTracesExporter, otelDisabled }: TracingConfig): string | null {
  if (otelDisabled || otelTracesExporter === 'none') return null;
  return otelTracesEndpoint ?? (otelEndpoint === null ? null : `${trimEnd(otelEndpoint, '/')}/v1/traces`);
}

/** The standard OpenTelemetry variables that Leadlight reads itself. */
export const tracingSettings: { [Key in keyof TracingConfig]: Setting<TracingConfig[Key]> } = {
  otelEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    allowed: 'a URL such as http://127.0.0.1:4318',
    meaning:
      'Enables OpenTelemetry traces, which are sent over HTTP (OTLP) to this URL with `/v1/traces` appended. If neither this nor the next one is set, nothing is traced.',
    read: endpointOf,
  },
  otelTracesEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    default: '',
    allowed: 'a URL such as http://127.0.0.1:4318/v1/traces',
    meaning: 'The same for traces only: enables them, is used as it is, and takes precedence over `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    read: endpointOf,
  },
  otelHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: '',
    allowed: 'comma-separated name=value pairs, with values percent-encoded where needed',
    meaning: 'Headers to send with traces, such as a credential.',
    secret: true,
    read: pairsOf,
  },
  otelServiceName: {
    variable: 'OTEL_SERVICE_NAME',
    default: 'leadlight',
    allowed: 'a name',
    meaning: 'Service name in the traces.',
    read: (text) => matching(text, /^[^\p{Cc}]{1,200}$/u),
  },
  otelSampler: {
    variable: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    allowed: samplers.join(', '),
    meaning:
      'Which traces are recorded. Samplers that begin with `parentbased_` let callers decide with `traceparent`; use `traceidratio` if the service is public.',
    read: (text) => oneOf(text, samplers),
  },
  otelSamplerRatio: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    allowed: 'a number from 0 to 1',
    meaning: 'Share of traces recorded by a sampler that ends in `traceidratio`.',
    read: (text) => fraction(text),
  },
  otelResourceAttributes: {
    variable: 'OTEL_RESOURCE_ATTRIBUTES',
    default: '',
    allowed: 'comma-separated name=value pairs, with values percent-encoded where needed',
    meaning: 'Additional attributes of the service, such as `deployment.environment.name=production`.',
    read: pairsOf,
  },
  otelTracesExporter: {
    variable: 'OTEL_TRACES_EXPORTER',
    default: 'otlp',
    allowed: 'otlp, none',
    meaning: '`none` disables traces even if an endpoint is set.',
    read: (text) => oneOf(text, ['otlp', 'none']),
  },
  otelDisabled: {
    variable: 'OTEL_SDK_DISABLED',
    default: 'false',
    allowed: 'true, false',
    meaning: 'Disables traces even if an endpoint is set.',
    read: (text) => oneOf(text, ['true', 'false'] as const) === 'true',
  },
};

function endpointOf(text: string): string | null {
  return text === '' ? null : urlOf(text, ['http:', 'https:']);
}

function pairsOf(text: string): Record<string, string> {
  if (text === '') return {};
  const pairs = text.split(',').map((pair) => {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (equals < 0 || !/^[^\s;]+$/.test(name)) throw new InvalidValue();
    return [name, decoded(pair.slice(equals + 1).trim())] as const;
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidValue();
  }
}
