import type { Context } from '../context.ts';

/** Who does something: a person at the web application, a program with its credential, a command of the operator, or the service itself. */
export type Actor = {
  kind: 'user' | 'api_key' | 'api_token' | 'oauth_app' | 'command' | 'service';
  /** The credential, or who ran the command. */
  id: string | null;
  /** The user whose credential it is. */
  userId: string | null;
};

export function actorOf({ actor }: Pick<Context, 'actor'>): Actor {
  return actor ?? { kind: 'service', id: null, userId: null };
}

/** The same context for somebody who has just shown who they are. */
export function actingAs<Given extends Context>(ctx: Given, actor: Actor): Given {
  return { ...ctx, actor };
}

export function userActor(userId: string): Actor {
  return { kind: 'user', id: userId, userId };
}
