import { pipeline, type Readable } from 'node:stream';
import { createGunzip, type ZlibOptions } from 'node:zlib';

/** Decompresses a stream. Unlike `pipe`, it forwards errors of the source, and closes the source when the result is destroyed. */
export function gunzip(source: Readable, options: ZlibOptions = {}): Readable {
  // An error destroys the result, whose reader handles it.
  return pipeline(source, createGunzip(options), () => {});
}
