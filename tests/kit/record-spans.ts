import { type SpanOptions, setTracer } from '../../server/src/lib/tracing.ts';

type RecordedSpan = { name: string; kind: SpanOptions['kind']; attributes: NonNullable<SpanOptions['attributes']> };

/** Runs the work and returns the spans that it started. Statements have none, because no span is active. */
export async function recordSpans(work: () => Promise<unknown>): Promise<RecordedSpan[]> {
  const spans: RecordedSpan[] = [];
  setTracer({
    start(name, { kind, attributes }) {
      const recorded: RecordedSpan = { name, kind, attributes: { ...attributes } };
      spans.push(recorded);
      return { set: (more) => Object.assign(recorded.attributes, more), fail: () => {}, end: () => {} };
    },
    run: (_span, part) => part(),
    isActive: () => false,
    headers: () => ({}),
    close: async () => {},
  });
  try {
    await work();
    return spans;
  } finally {
    setTracer(null);
  }
}
