import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trackingStatus } from './tracking-status.ts';

const now = new Date('2026-09-01T12:00:00Z');
const thirtyDaysAgo = new Date('2026-08-02T12:00:00Z');
const longerAgo = new Date(thirtyDaysAgo.getTime() - 1);

test('a new account has no tracker installed', () => {
  assert.equal(trackingStatus({ lastProcessedAt: null, hasWaitingEvents: false, now }), 'not_installed');
});

test('the status is reporting while the first events wait, and ok once an event was processed', () => {
  assert.equal(trackingStatus({ lastProcessedAt: null, hasWaitingEvents: true, now }), 'reporting');
  assert.equal(trackingStatus({ lastProcessedAt: now, hasWaitingEvents: false, now }), 'ok');
  assert.equal(trackingStatus({ lastProcessedAt: now, hasWaitingEvents: true, now }), 'ok');
});

test('the status stays ok for 30 days without events and is not_installed afterwards', () => {
  assert.equal(trackingStatus({ lastProcessedAt: thirtyDaysAgo, hasWaitingEvents: false, now }), 'ok');
  assert.equal(trackingStatus({ lastProcessedAt: longerAgo, hasWaitingEvents: false, now }), 'not_installed');
});

test('after more than 30 days without processed events, the status is reporting while new events wait', () => {
  assert.equal(trackingStatus({ lastProcessedAt: longerAgo, hasWaitingEvents: true, now }), 'reporting');
});
