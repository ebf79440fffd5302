import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import { refusalOf } from './answer-error.ts';
import { bodyChecker, queryReader } from './check-shape.ts';
import type { V1Context } from './context.ts';
import { type Admitted, Gate } from './gate.ts';
import type { Operation, Outcome } from './operation.ts';
import { operations } from './operations/index.ts';
import { readInclude } from './read-include.ts';
import { type Page, readPage } from './read-page.ts';
import { type ErrorObject, Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
  }
}

/** The versioned interface: every declared operation as a route, with one order of refusals and one envelope. */
export function versionedDoor(ctx: V1Context) {
  return async (door: FastifyInstance) => {
    const gate = new Gate(ctx);
    door.decorateRequest('admitted', null);
    door.removeAllContentTypeParsers();
    const parseJson = door.getDefaultJsonParser('error', 'error');
    door.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json\b/, { parseAs: 'string' }, parseJson);
    door.setErrorHandler((error: Error, req, res) => answerError(error, req, res));
    door.setNotFoundHandler((req, res) => {
      const refusal = new Refusal(404, {
        code: 'entity_not_found',
        title: `There is no operation ${req.method} ${req.url.split('?', 1)[0]}.`,
      });
      return sendRefusal(refusal, req, res);
    });
    for (const operation of operations) addRoute(door, ctx, gate, operation);
  };
}

function addRoute(door: FastifyInstance, ctx: V1Context, gate: Gate, operation: Operation) {
  const readBody = operation.body ? bodyChecker(operation.body) : null;
  const readQuery = operation.query ? queryReader(operation.query) : null;
  const params = operation.params ? Compile(operation.params) : null;
  door.route({
    method: operation.method,
    url: operation.path.slice('/v1'.length).replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    onRequest: async (req, res) => {
      req.admitted = await gate.admit(operation, req, res);
    },
    handler: async (req, res) => {
      const query = req.query as Record<string, unknown>;
      const { principal, account } = req.admitted!;
      // A path that cannot name anything names nothing. Spec, get batch remove-from-list job: 404 and no 400.
      if (params && !params.Check(req.params)) throw notFound(operation);
      const page = readPage(operation.paging, query);
      const call = {
        ctx,
        principal,
        account,
        params: req.params,
        query: readQuery ? readQuery(query) : {},
        include: readInclude(operation.include, query.include),
        body: req.body,
        page,
        requestId: req.id,
      };
      readBody?.(req.body);
      const outcome = await operation.handle(call);
      return send(operation, outcome, page, req, res);
    },
  });
}

function notFound(operation: Operation): Refusal {
  return new Refusal(404, { code: 'entity_not_found', title: `There is nothing with this id for ${operation.summary}.` });
}

function send(operation: Operation, outcome: Outcome, page: Page, req: FastifyRequest, res: FastifyReply) {
  const status = operation.success ?? 200;
  if (status === 204) return res.code(204).send();
  const pagination = paginationOf(operation, outcome, page);
  const known = JSON.stringify(pagination === undefined ? { data: outcome.data } : { data: outcome.data, pagination });
  if (operation.method === 'GET') {
    // The request id and the charge differ every time, so they are left out of what the tag stands for.
    const tag = `W/"${createHash('sha1').update(known).digest('base64url')}"`;
    res.header('etag', tag);
    if (matches(req.headers['if-none-match'], tag)) return res.code(304).send();
  }
  if (outcome.location !== undefined) res.header('location', outcome.location);
  const meta: Record<string, unknown> = { request_id: req.id };
  if (operation.credits !== undefined) meta.credits = { charged: outcome.credits ?? 0 };
  if (pagination !== undefined) meta.pagination = pagination;
  return res
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ data: outcome.data, meta }));
}

function paginationOf(operation: Operation, { totalCount, nextCursor }: Outcome, { num, size }: Page) {
  if (operation.paging === 'page') {
    return { page_num: num, page_size: size, page_count: Math.ceil((totalCount ?? 0) / size), total_count: totalCount ?? 0 };
  }
  if (operation.paging === 'cursor') {
    return totalCount === undefined ? { next_cursor: nextCursor ?? null } : { next_cursor: nextCursor ?? null, total_count: totalCount };
  }
  return undefined;
}

function matches(given: string | undefined, tag: string): boolean {
  if (given === undefined) return false;
  return given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2));
}

function answerError(error: Error, req: FastifyRequest, res: FastifyReply) {
  const refusal = refusalOf(error);
  if (refusal) return sendRefusal(refusal, req, res);
  req.log.error({ err: error }, 'A versioned operation failed');
  return sendRefusal(new Refusal(500, { code: 'internal_server_error', title: 'The request could not be handled.' }), req, res);
}

function sendRefusal({ status, errors, headers }: Refusal, req: FastifyRequest, res: FastifyReply) {
  const body: { errors: ErrorObject[]; error?: { code: string; message: string }; meta: { request_id: string } } = {
    errors,
    meta: { request_id: req.id },
  };
  if (status === 401) body.error = { code: errors[0]!.code, message: errors[0]!.title };
  return res.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
