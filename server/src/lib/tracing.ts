export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

/** Never what belongs to a person, a secret, a value of a statement or an address that may hold one. */
type SpanAttributes = Record<string, string | number | boolean>;

export type SpanOptions = { kind?: SpanKind; attributes?: SpanAttributes };

export type Span = {
  set(attributes: SpanAttributes): void;
  /** Messages of errors may quote data: only what kind of error it was is kept. */
  fail(errorType: string): void;
  end(): void;
};

export type Tracer = {
  /** A child of the span that is active, else of the caller's span, which its headers name. */
  start(name: string, options: SpanOptions, callerHeaders?: Record<string, unknown>): Span;
  /** Does the work with the span active. */
  run<Result>(span: Span, work: () => Result): Result;
  isActive(): boolean;
  /** Headers by which a service of the operator continues the trace. */
  headers(): Record<string, string>;
  /** Sends what is left. Never takes long. */
  close(): Promise<void>;
};

let tracer: Tracer | null = null;

/** To be called once, before connections and servers are opened. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** Null where nothing is traced: then no span costs anything. */
export function currentTracer(): Tracer | null {
  return tracer;
}

/** Does the work in a span of its own. */
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
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.constructor.name;
}
