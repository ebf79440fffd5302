const MB = 1024 * 1024;

/** PostgreSQL's memory settings on a machine that it shares with the service. */
export function memorySettings(totalBytes: number): Record<string, string> {
  const clampedShare = (share: number, minMb: number, maxMb: number) =>
    `${Math.round(Math.min(Math.max(totalBytes * share, minMb * MB), maxMb * MB) / MB)}MB`;
  return {
    shared_buffers: clampedShare(1 / 8, 64, 4096),
    effective_cache_size: clampedShare(1 / 2, 256, 65536),
    maintenance_work_mem: clampedShare(1 / 32, 32, 512),
    work_mem: clampedShare(1 / 512, 4, 32),
    wal_buffers: '16MB',
  };
}
