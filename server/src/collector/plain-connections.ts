import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Collect, largestBody, type Reply } from './collect.ts';
import { PlainRequestReader } from './plain-request.ts';

type Connection = {
  socket: Socket;
  waitsFor: 'request' | 'answer' | 'reader of answers';
  /** What has arrived and is not yet a whole request, or came ahead of an answer. */
  held: Buffer | null;
  /** Since when it waits for that, or for the rest of a request. */
  sinceMs: number;
  isNew: boolean;
  /** The client sends no more, but may still read an answer. */
  hasEnded: boolean;
};

const sweepEveryMs = 1000;
/** A server that stops waits so long for the requests in flight. */
const patienceMs = 5000;

/**
 * Serves connections on which nothing but plain requests of one path arrive, without the objects and streams that the platform
 * makes for each request: they cost several times the collector's own work. The first bytes that are anything else go, with
 * their connection and for good, to the platform's own server.
 */
export function takePlainConnections(fastify: FastifyInstance, path: string, collect: Collect) {
  const connections = new PlainConnections(fastify.server, path, collect);
  fastify.addHook('preClose', async () => connections.stop());
}

export class PlainConnections {
  readonly #server: Server;
  readonly #platform: ((socket: Socket) => void)[];
  readonly #collect: Collect;
  readonly #reader: PlainRequestReader;
  readonly #open = new Set<Connection>();
  readonly #sweeper: NodeJS.Timeout;
  #isStopping = false;
  #dateLine = '';
  #dateLineUntilMs = 0;
  /** The answers of this second, written out. */
  readonly #texts = new Map<Reply, string>();

  constructor(server: Server, path: string, collect: Collect) {
    this.#server = server;
    this.#collect = collect;
    this.#reader = new PlainRequestReader(path, largestBody);
    this.#platform = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => this.#take(socket));
    this.#sweeper = setInterval(() => this.#sweep(), sweepEveryMs).unref();
  }

  /** Ends every connection, those with a request in flight after its answer. */
  stop() {
    this.#isStopping = true;
    this.#texts.clear();
    clearInterval(this.#sweeper);
    for (const { socket, waitsFor } of this.#open) if (waitsFor === 'request') socket.end();
    setTimeout(() => {
      for (const { socket } of this.#open) socket.destroy();
    }, patienceMs).unref();
  }

  #take(socket: Socket) {
    const connection: Connection = { socket, waitsFor: 'request', held: null, sinceMs: Date.now(), isNew: true, hasEnded: false };
    const onData = (chunk: Buffer) => {
      if (connection.held === null) {
        connection.held = chunk;
        connection.sinceMs = Date.now();
      } else connection.held = Buffer.concat([connection.held, chunk]);
      if (connection.waitsFor === 'request') this.#read(connection, handOver);
      // Who sends ahead of the answers waits.
      else socket.pause();
    };
    // Node leaves closing to the reader: without this finished connections would stay in CLOSE-WAIT.
    const onEnd = () => {
      connection.hasEnded = true;
      if (connection.waitsFor !== 'request') return;
      if (connection.held === null) return void socket.end();
      this.#server.emit('clientError', Object.assign(new Error('Incomplete request'), { code: 'HPE_INVALID_EOF_STATE' }), socket);
    };
    const onError = () => socket.destroy();
    const onClose = () => this.#open.delete(connection);
    const handOver = () => {
      // What came with the end of the connection and is not plain was not acknowledged, and cannot be put back any more.
      if (connection.hasEnded) return void socket.end();
      socket.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      this.#open.delete(connection);
      socket.pause();
      socket.unshift(connection.held!);
      for (const listener of this.#platform) listener.call(this.#server, socket);
      socket.resume();
    };
    this.#open.add(connection);
    socket.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  }

  #read(connection: Connection, handOver: () => void) {
    const request = this.#reader.read(connection.held!);
    if (request === null) return handOver();
    if (request === 'incomplete') return;
    const { socket } = connection;
    connection.held = null;
    connection.waitsFor = 'answer';
    this.#collect(
      { headers: request.headers, socket },
      (done) => done(request.body),
      (reply) => {
        if (socket.destroyed) return;
        // Without a text it is plain ASCII, which need not be measured first.
        const isTaken = socket.write(this.#textOf(reply), reply.text === null ? 'latin1' : 'utf8');
        connection.isNew = false;
        connection.sinceMs = Date.now();
        if (this.#isStopping) return socket.end();
        if (isTaken) return this.#goOn(connection, handOver);
        // Who does not read the answers is not asked for more.
        connection.waitsFor = 'reader of answers';
        socket.once('drain', () => this.#goOn(connection, handOver));
      },
    );
  }

  #goOn(connection: Connection, handOver: () => void) {
    connection.waitsFor = 'request';
    if (connection.held === null) return connection.hasEnded ? void connection.socket.end() : undefined;
    connection.socket.resume();
    this.#read(connection, handOver);
  }

  #textOf(reply: Reply): string {
    const date = this.#date();
    const known = this.#texts.get(reply);
    if (known !== undefined) return known;
    const { status, headers, text } = reply;
    let lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
    const kept = this.#isStopping ? 'close' : `keep-alive\r\nkeep-alive: timeout=${this.#server.keepAliveTimeout / 1000}`;
    const written = `${lines}${date}connection: ${kept}\r\n\r\n${text ?? ''}`;
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

  /** Shows out who does not send: the same times hold as on all other connections. */
  #sweep() {
    const { requestTimeout, keepAliveTimeout } = this.#server;
    const nowMs = Date.now();
    for (const { socket, waitsFor, held, sinceMs, isNew } of this.#open) {
      if (waitsFor === 'answer') continue;
      const waitedMs = nowMs - sinceMs;
      if (waitsFor === 'reader of answers' || (held === null && !isNew)) {
        if (waitedMs > keepAliveTimeout) socket.destroy();
      } else if (waitedMs > requestTimeout) {
        this.#server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
      }
    }
  }
}
