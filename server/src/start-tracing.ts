import type { Logger } from 'pino';
import { setTracer } from './lib/tracing.ts';
import { type TracingConfig, tracesUrl } from './tracing-settings.ts';
import { version } from './version.ts';

/** Starts tracing if an endpoint is set and tracing is not disabled. OpenTelemetry is loaded only then. */
export async function startTracing(config: TracingConfig, log: Logger): Promise<{ close(): Promise<void> } | null> {
  const url = tracesUrl(config);
  if (url === null) return null;
  const { openTracer } = await import('./providers/tracing/open-tracer.ts');
  const tracer = openTracer({ url, config, version, onWarning: (message) => log.warn(`Traces: ${message}`) });
  setTracer(tracer);
  let closing: Promise<void> | null = null;
  return {
    close() {
      setTracer(null);
      closing ??= tracer.close();
      return closing;
    },
  };
}
