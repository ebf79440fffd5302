import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Collect, maxBodyBytes, type Reply } from './collect.ts';
import { PlainRequestReader } from './plain-request-reader.ts';

type Connection = {
  socket: Socket;
  waitsFor: 'request' | 'response' | 'drain';
  /** The first `heldBytes` are an incomplete request, or one that arrived before the previous response was sent. */
  held: Buffer | null;
  heldBytes: number;
  /** Length of an incomplete request, or 0. Until it has arrived, it is not parsed again: a client may send a byte at a time. */
  requestBytes: number;
  /** When the current wait began. */
  sinceMs: number;
  isNew: boolean;
  /** The client has closed its side but may still read a response. */
  hasEnded: boolean;
};

const sweepEveryMs = 1000;
const stopTimeoutMs = 5000;

/**
 * Serves plain requests for one path without the objects and streams that node:http creates per request, which cost several times
 * the collector's own work. At the first other request, a connection is permanently handed over to node:http.
 */
export function servePlainConnections(fastify: FastifyInstance, path: string, collect: Collect) {
  const connections = new PlainConnections(fastify.server, path, collect);
  fastify.addHook('preClose', async () => connections.stop());
}

export class PlainConnections {
  readonly #server: Server;
  readonly #nodeListeners: ((socket: Socket) => void)[];
  readonly #collect: Collect;
  readonly #reader: PlainRequestReader;
  readonly #open = new Set<Connection>();
  readonly #sweeper: NodeJS.Timeout;
  #isStopping = false;
  #dateLine = '';
  #dateLineUntilMs = 0;
  /** Responses serialized during the current second (the Date header changes every second). */
  readonly #texts = new Map<Reply, string>();

  constructor(server: Server, path: string, collect: Collect) {
    this.#server = server;
    this.#collect = collect;
    this.#reader = new PlainRequestReader(path, maxBodyBytes);
    this.#nodeListeners = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => this.#accept(socket));
    this.#sweeper = setInterval(() => this.#sweep(), sweepEveryMs).unref();
  }

  /** Closes idle connections now, and connections with a request in flight or partly received after the response. */
  stop() {
    this.#isStopping = true;
    this.#texts.clear();
    clearInterval(this.#sweeper);
    for (const { socket, waitsFor, held } of this.#open) if (waitsFor === 'request' && held === null) socket.end();
    setTimeout(() => {
      for (const { socket } of this.#open) socket.destroy();
    }, stopTimeoutMs).unref();
  }

  #accept(socket: Socket) {
    const connection: Connection = {
      socket,
      waitsFor: 'request',
      held: null,
      heldBytes: 0,
      requestBytes: 0,
      sinceMs: Date.now(),
      isNew: true,
      hasEnded: false,
    };
    const onData = (chunk: Buffer) => {
      if (connection.held === null) connection.sinceMs = Date.now();
      hold(connection, chunk);
      if (connection.waitsFor === 'request') this.#read(connection, handOver);
      // Backpressure: stop reading until the response is sent.
      else socket.pause();
    };
    // The server allows half-open sockets, which Node.js does not close: without this they would stay in CLOSE-WAIT.
    const onEnd = () => {
      connection.hasEnded = true;
      if (connection.waitsFor !== 'request') return;
      if (connection.held === null) return void socket.end();
      this.#server.emit('clientError', Object.assign(new Error('Incomplete request'), { code: 'HPE_INVALID_EOF_STATE' }), socket);
    };
    const onError = () => socket.destroy();
    const onClose = () => this.#open.delete(connection);
    const handOver = () => {
      // An ended socket cannot be handed over. Without a response, the sender knows that its request was not handled.
      if (connection.hasEnded) return void socket.end();
      socket.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      this.#open.delete(connection);
      socket.pause();
      if (connection.held !== null) socket.unshift(connection.held.subarray(0, connection.heldBytes));
      for (const listener of this.#nodeListeners) listener.call(this.#server, socket);
      socket.resume();
    };
    this.#open.add(connection);
    socket.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  }

  #read(connection: Connection, handOver: () => void) {
    const { socket, held, heldBytes, requestBytes } = connection;
    if (held === null || heldBytes < requestBytes) return;
    const request = this.#reader.read(held.length === heldBytes ? held : held.subarray(0, heldBytes));
    if (request === null) return handOver();
    if (typeof request === 'number') {
      connection.requestBytes = request;
      return;
    }
    connection.held = null;
    connection.heldBytes = 0;
    connection.requestBytes = 0;
    connection.waitsFor = 'response';
    this.#collect(
      { headers: request.headers, socket },
      (done) => done(request.body),
      (reply) => {
        if (socket.destroyed) return;
        // Headers are latin1, which is faster to encode; only a body needs UTF-8.
        const canWriteMore = socket.write(this.#textOf(reply), reply.text === null ? 'latin1' : 'utf8');
        connection.isNew = false;
        connection.sinceMs = Date.now();
        if (this.#isStopping) return socket.end();
        if (canWriteMore) return this.#readNext(connection, handOver);
        // Backpressure: handle no further request until the client has read the pending responses.
        connection.waitsFor = 'drain';
        socket.once('drain', () => this.#readNext(connection, handOver));
      },
    );
  }

  #readNext(connection: Connection, handOver: () => void) {
    connection.waitsFor = 'request';
    if (connection.held === null) return connection.hasEnded ? void connection.socket.end() : undefined;
    connection.socket.resume();
    this.#read(connection, handOver);
  }

  #textOf(reply: Reply): string {
    const date = this.#date();
    const cached = this.#texts.get(reply);
    if (cached !== undefined) return cached;
    const { status, headers, text } = reply;
    let lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let index = 0; index < headers.length; index += 2) lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
    const connectionHeader = this.#isStopping ? 'close' : `keep-alive\r\nkeep-alive: timeout=${this.#server.keepAliveTimeout / 1000}`;
    const written = `${lines}${date}connection: ${connectionHeader}\r\n\r\n${text ?? ''}`;
    if (text === null) this.#texts.set(reply, written);
    return written;
  }

  #date(): string {
    const nowMs = Date.now();
    if (nowMs >= this.#dateLineUntilMs) {
      this.#dateLine = `date: ${new Date(nowMs).toUTCString()}\r\n`;
      this.#dateLineUntilMs = nowMs - (nowMs % 1000) + 1000;
      this.#texts.clear();
    }
    return this.#dateLine;
  }

  /** Closes idle connections, with the timeouts of node:http. */
  #sweep() {
    const { requestTimeout, keepAliveTimeout } = this.#server;
    const nowMs = Date.now();
    for (const { socket, waitsFor, held, sinceMs, isNew } of this.#open) {
      if (waitsFor === 'response') continue;
      const waitedMs = nowMs - sinceMs;
      if (waitsFor === 'drain' || (held === null && !isNew)) {
        if (waitedMs > keepAliveTimeout) socket.destroy();
      } else if (waitedMs > requestTimeout) {
        this.#server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
      }
    }
  }
}

/** Appends a chunk. The capacity of the buffer doubles, so that each byte is copied only a few times, however small the chunks are. */
function hold(connection: Connection, chunk: Buffer) {
  const { held, heldBytes } = connection;
  connection.heldBytes = heldBytes + chunk.length;
  if (held === null) {
    connection.held = chunk;
    return;
  }
  if (held.length >= connection.heldBytes) return void held.set(chunk, heldBytes);
  connection.held = Buffer.allocUnsafe(Math.max(connection.heldBytes, 2 * heldBytes));
  connection.held.set(held.subarray(0, heldBytes));
  connection.held.set(chunk, heldBytes);
}
