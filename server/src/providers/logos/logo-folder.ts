import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompanyLogo } from '../../domain/logos/logo-sources.ts';
import { errorCode } from '../../lib/error-code.ts';
import { imageTypeOf } from '../../lib/image-type.ts';

const extensions = ['png', 'webp', 'jpg', 'jpeg', 'gif', 'ico'];
const maxBytes = 200 * 1024;
/** Allows no slashes or leading dots, so that a domain cannot escape the folder (path traversal). */
const domainPattern = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Finds the logo of a domain in the folder: `DOMAIN.png`, or a file with another extension. */
export async function findInFolder(folder: string, domain: string): Promise<CompanyLogo | null> {
  if (!domainPattern.test(domain)) return null;
  for (const extension of extensions) {
    const content = await read(join(folder, `${domain}.${extension}`));
    const type = content && imageTypeOf(content);
    if (content && type) return { type, content };
  }
  return null;
}

async function read(path: string): Promise<Buffer | null> {
  try {
    const { size } = await stat(path);
    return size <= maxBytes ? await readFile(path) : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
