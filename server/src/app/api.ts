import type { Static, TSchema } from 'typebox';
import type { ParamsOf } from './route.ts';
import type { accountRoutes, userRoutes } from './routes/index.ts';

/** A value after its way through JSON: dates are strings. */
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
  answer: Json<Awaited<ReturnType<Route['handle']>>>;
};

type Operations<Route extends AnyRoute> = { [One in Route as `${One['method']} ${One['path']}`]: Operation<One> };

/** Every operation inside an account, such as `GET /members`, with what it takes and what it answers. */
export type AccountApi = Operations<(typeof accountRoutes)[number]>;

/** Every operation outside an account. */
export type UserApi = Operations<(typeof userRoutes)[number]>;
