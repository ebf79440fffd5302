import { currentTracer, inSpan, type SpanOptions } from '../../lib/tracing.ts';
import { trimEnd } from '../../lib/trim-end.ts';

export type ChatOptions = { url: string; key: string | null; model: string; timeoutMs?: number };
type Message = { role: 'system' | 'user'; content: string };
type ChatReply = { status: number; body: string };

/** Sends messages to an OpenAI-compatible chat completions endpoint and requests a JSON object as the reply. */
export function chatCompletion({ url, key, model, timeoutMs = 60_000 }: ChatOptions): (messages: Message[]) => Promise<ChatReply> {
  const options: SpanOptions = { kind: 'client', attributes: { 'http.request.method': 'POST', 'server.address': new URL(url).hostname } };
  return (messages) =>
    inSpan('POST chat completions', options, async (span) => {
      const response = await fetch(`${trimEnd(url, '/')}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          // The operator configured this endpoint, so it may continue the trace.
          ...currentTracer()?.headers(),
        },
        body: JSON.stringify({ model, temperature: 0, response_format: { type: 'json_object' }, messages }),
        // Never follow a redirect away from the configured endpoint.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      span?.set({ 'http.response.status_code': response.status });
      return { status: response.status, body: await response.text() };
    });
}

/** Returns the JSON object in a reply, which may be in a Markdown code block, or null if there is none. */
export function objectIn(body: string): Record<string, unknown> | null {
  const { choices }: { choices?: { message?: { content?: string } }[] } = JSON.parse(body);
  const content = choices?.[0]?.message?.content ?? '';
  try {
    return Object(JSON.parse(content.trim().replace(/^```(?:json)?|```$/g, '')));
  } catch {
    return null;
  }
}
