import type { Config } from '../config.ts';
import type { Context } from '../domain/context.ts';

/** What the authorization server may use. The texts say what each scope allows, in the words of the operations. */
export type OauthContext = Context & { config: Pick<Config, 'publicUrl' | 'trustProxy'>; scopeTexts: ReadonlyMap<string, string[]> };
