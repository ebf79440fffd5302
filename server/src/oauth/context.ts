import type { Config } from '../config.ts';
import type { Context } from '../domain/context.ts';

export type OauthContext = Context & { config: Pick<Config, 'publicUrl' | 'trustProxy'> };
