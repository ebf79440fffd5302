import type { Static, TSchema } from 'typebox';
import type { ParamsOf } from './route.ts';
import type { accountRoutes, unscopedRoutes } from './routes/index.ts';

/** A value after a JSON round trip: dates are strings. */
export type Json<Value> = Value extends void
  ? undefined
  : Value extends Date
    ? string
    : Value extends object
      ? { [Key in keyof Value]: Json<Value[Key]> }
      : Value;

type AnyRoute = { method: string; path: string; query?: TSchema; body?: TSchema; handle(call: never): Promise<unknown> };

type Operation<Route extends AnyRoute> = {
  params: ParamsOf<Route['path']>;
  query: Static<NonNullable<Route['query']>>;
  body: Static<NonNullable<Route['body']>>;
  response: Json<Awaited<ReturnType<Route['handle']>>>;
};

type Operations<Route extends AnyRoute> = { [One in Route as `${One['method']} ${One['path']}`]: Operation<One> };

/** All operations within an account by `METHOD /path`, with the types of their input and response. */
export type AccountApi = Operations<(typeof accountRoutes)[number]>;

/** All operations outside an account. */
export type UserApi = Operations<(typeof unscopedRoutes)[number]>;
