import { hash } from 'node:crypto';
import type { StoredResponse } from '../domain/idempotency-keys.ts';
import { firstOf } from '../lib/first-of.ts';
import type { ApiError, ErrorObject } from './api-error.ts';
import type { Operation, Outcome } from './operation.ts';
import type { Page } from './read-page.ts';

/** A response, in the form in which it is stored with its Idempotency-Key. */
export type ApiResponse = StoredResponse;

const json = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Builds the response envelope: `data`, and `meta` with `request_id` and, where they apply, `credits.charged` and `pagination`. A GET whose
 * ETag is in `ifNoneMatch` gets 304 without a body.
 */
export function successResponse(operation: Operation, outcome: Outcome, page: Page, requestId: string, ifNoneMatch?: string): ApiResponse {
  const status = operation.success ?? 200;
  if (status === 204) return { status, headers: {}, body: null };
  const headers: Record<string, string> = { ...json };
  const pagination = paginationOf(operation, outcome, page);
  const data = JSON.stringify(outcome.data);
  if (operation.method === 'GET') {
    // The request id and the charge differ between requests, so the ETag does not cover them.
    headers.etag = `W/"${hash('sha1', pagination === undefined ? data : data + JSON.stringify(pagination), 'base64url')}"`;
    if (matchesEtag(ifNoneMatch, headers.etag)) return { status: 304, headers: { etag: headers.etag }, body: null };
  }
  if (outcome.location !== undefined) headers.location = outcome.location;
  const meta: Record<string, unknown> = { request_id: requestId };
  if (operation.credits !== undefined) meta.credits = { charged: outcome.credits ?? 0 };
  if (pagination !== undefined) meta.pagination = pagination;
  return { status, headers, body: `{"data":${data},"meta":${JSON.stringify(meta)}}` };
}

/** Builds the response envelope of an error: `errors` and `meta`; 401 responses also have `error`. */
export function errorResponse({ status, errors, headers }: ApiError, requestId: string): ApiResponse {
  const body: { errors: ErrorObject[]; error?: { code: string; message: string }; meta: { request_id: string } } = {
    errors,
    meta: { request_id: requestId },
  };
  if (status === 401) body.error = { code: firstOf(errors).code, message: firstOf(errors).title };
  return { status, headers: { ...json, ...headers }, body: JSON.stringify(body) };
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

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag.slice(2));
}
