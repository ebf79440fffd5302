import type { FastifyInstance } from 'fastify';
import { drawInitialsLogo } from '../lib/initials-logo.ts';

const dayInSeconds = 86_400;

/** Serves the placeholder logos to which `logo_url` refers. They are drawn from the file name in the URL alone. */
export async function logos(server: FastifyInstance): Promise<void> {
  server.get<{ Params: { file_name: string } }>('/logos/:file_name', async (req, res) => {
    const picture = drawInitialsLogo(req.params.file_name);
    if (picture === null) return res.code(404).send({ errors: [{ title: 'There is no such logo' }] });
    return res
      .headers({
        'content-type': 'image/svg+xml',
        'cache-control': `public, max-age=${365 * dayInSeconds}, immutable`,
        'content-security-policy': "default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(picture);
  });
}
