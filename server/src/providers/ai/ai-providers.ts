import type { Context } from '../../domain/context.ts';
import type { ChatOptions } from './chat-completion.ts';
import { openAiFields } from './open-ai-fields.ts';
import { openAiReasons } from './open-ai-reasons.ts';

/** Creates the providers that use the endpoint of `AI_URL`. */
export function aiProviders(options: ChatOptions): Pick<Context, 'aiFields' | 'reasonWriter'> {
  return { aiFields: openAiFields(options), reasonWriter: openAiReasons(options) };
}
