import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/**
 * Responds to malformed HTTP, oversized headers and requests that time out. Such a request has not reached an interface, so the body
 * consists of the parts that the error formats of all interfaces have in common.
 */
export function respondToMalformedRequest(error: Error & { code?: string }, socket: Socket, log: Logger): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, title } = responses[error.code ?? ''] ?? unreadable;
  const id = randomUUID();
  const body = JSON.stringify({ errors: [{ code, title }], meta: { request_id: id } });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
  ];
  // The error itself is not logged, because it contains the bytes that were received.
  log.info({ reqId: id, status, reason: error.code }, 'malformed request');
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const unreadable = { status: 400, code: 'invalid_request', title: 'The request could not be read' };
const responses: Record<string, typeof unreadable> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'request_too_large', title: 'The address and the headers must be shorter than 16 kB together' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request_timeout', title: 'The request did not arrive in time' },
};
