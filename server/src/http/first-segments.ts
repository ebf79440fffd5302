import type { FastifyInstance } from 'fastify';

/** First segments of the paths of all routes that are added from now on. */
export function watchFirstSegments(server: FastifyInstance): ReadonlySet<string> {
  const segments = new Set<string>();
  server.addHook('onRoute', ({ url }) => {
    const first = url.split('/', 2)[1];
    if (first !== undefined && first !== '' && first !== '*') segments.add(first);
  });
  return segments;
}
