import type { Config } from '../config.ts';
import type { WrongCredentials } from '../domain/auth/wrong-credentials.ts';
import type { Context } from '../domain/context.ts';

export type EarlierContext = Context & { config: Pick<Config, 'publicUrl' | 'earlierAliases'>; wrongTokens: WrongCredentials };
