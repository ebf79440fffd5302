import type { FastifyInstance } from 'fastify';

/** Collects the first path segment of every route registered from now on. */
export function watchFirstSegments(server: FastifyInstance): ReadonlySet<string> {
  const segments = new Set<string>();
  server.addHook('onRoute', ({ url }) => {
    const first = url.split('/', 2)[1];
    if (first !== undefined && first !== '' && first !== '*') segments.add(first);
  });
  return segments;
}
