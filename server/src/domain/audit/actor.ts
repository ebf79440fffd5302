import type { Context } from '../context.ts';

/** A user, an API client, a CLI command or the service itself. */
export type Actor = {
  kind: 'user' | 'api_key' | 'api_token' | 'oauth_app' | 'command' | 'service';
  /** The id of the user or the credential, or the operating system user who ran the command. */
  id: string | null;
  /** The user, or the owner of the credential. */
  userId: string | null;
};

export function actorOf({ actor }: Pick<Context, 'actor'>): Actor {
  return actor ?? { kind: 'service', id: null, userId: null };
}

/** Returns the context with the authenticated actor. */
export function actingAs<Given extends Context>(ctx: Given, actor: Actor): Given {
  return { ...ctx, actor };
}

export function userActor(userId: string): Actor {
  return { kind: 'user', id: userId, userId };
}
