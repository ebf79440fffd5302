/** Returns the URL at which this machine reaches a server that listens on the given address. */
export function localUrl(host: string, port: number): string {
  if (host === '::' || host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
