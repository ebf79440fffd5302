/** Frees the memory of typed arrays immediately. The garbage collector frees large arrays late, so their memory would add up. */
export function releaseMemory(...arrays: readonly { buffer: ArrayBufferLike }[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
