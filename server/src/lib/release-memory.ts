/** Frees the memory of typed arrays at once. The garbage collector notices large arrays late, so they would add up. */
export function releaseMemory(...arrays: readonly { buffer: ArrayBufferLike }[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
