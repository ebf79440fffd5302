import { errorCode } from './error-code.ts';

type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

/** Must not contain personal data, secrets, statement values or URLs that may contain them. */
type SpanAttributes = Record<string, string | number | boolean>;

export type SpanOptions = { kind?: SpanKind; attributes?: SpanAttributes };

export type Span = {
  set(attributes: SpanAttributes): void;
  /** Records only the type of the error, because messages may contain personal data. */
  fail(errorType: string): void;
  end(): void;
};

export type Tracer = {
  /** Starts a child of the active span, or else of the caller's span named in its headers. */
  start(name: string, options: SpanOptions, callerHeaders?: Record<string, unknown>): Span;
  /** Runs the work with the span active. */
  run<Result>(span: Span, work: () => Result): Result;
  isActive(): boolean;
  /** Headers that let another service of the operator continue the trace. */
  headers(): Record<string, string>;
  /** Sends remaining spans, with a time limit. */
  close(): Promise<void>;
};

let tracer: Tracer | null = null;

/** Sets the tracer of the process. Must be called before connections and servers are opened. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** Returns null if tracing is disabled, so that spans cost nothing. */
export function currentTracer(): Tracer | null {
  return tracer;
}

export function inSpan<Result>(name: string, options: SpanOptions, work: (span: Span | null) => Promise<Result>): Promise<Result> {
  if (tracer === null) return work(null);
  const span = tracer.start(name, options);
  return tracer.run(span, async () => {
    try {
      return await work(span);
    } catch (error) {
      span.fail(errorType(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return errorCode(error) ?? error.constructor.name;
}
