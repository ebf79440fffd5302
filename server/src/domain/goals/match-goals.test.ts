import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findSlowRun } from '../../../../tests/kit/growth.ts';
import { entriesOf } from '../../lib/entries-of.ts';
import type { TrackedEvent } from '../events/event.ts';
import { hit } from '../visits/hits.fixture.ts';
import { type Goal, type GoalKind, type GoalOperator, matchGoals } from './match-goals.ts';

function goal(kind: GoalKind, operator: GoalOperator, value: string, active = true): Goal {
  return { id: 'goal', name: 'A goal', kind, match: { operator, value }, active };
}

function reaches(theGoal: Goal, event: Partial<TrackedEvent>): boolean {
  return matchGoals([theGoal], [hit(1, event)]).length === 1;
}

const thanks = { kind: 'page_view', url: 'https://www.example.com/Order/thanks?id=7' } as const;

describe('operators', () => {
  const cases: [GoalOperator, string, boolean][] = [
    ['is', '/order/thanks', true],
    ['is', '/order/thanks/', true],
    ['is', '/order/thanks?id=7', true],
    ['is', 'https://www.example.com/order/thanks?id=7', true],
    ['is', '/order', false],
    ['is', '', false],
    ['contains', 'THANKS', true],
    ['contains', 'example.com', true],
    ['contains', 'sorry', false],
    ['begins_with', '/order', true],
    ['begins_with', 'https://www.', true],
    ['begins_with', 'order', false],
    ['ends_with', '/thanks', true],
    ['ends_with', 'id=7', true],
    ['ends_with', 'order', false],
    ['matches', '/order/*', true],
    ['matches', '*/thanks', true],
    ['matches', '/*/thanks', true],
    ['matches', '/o*r/t*s', true],
    ['matches', '*', true],
    ['matches', '**thanks**', true],
    ['matches', '/order/thanks', true],
    ['matches', '/order/thanks*thanks', false],
    ['matches', '/order', false],
    ['matches', 'order*', false],
    ['matches', '/.rder/thanks', false],
    ['matches', '(a+)+$', false],
  ];
  for (const [operator, value, expected] of cases) {
    test(`a page ${operator} "${value}": ${expected}`, () => assert.equal(reaches(goal('page', operator, value), thanks), expected));
  }

  test('a page with percent-encoded letters is matched in either form, even if its encoding is broken', () => {
    for (const url of ['https://x.example/%C3%BCber-uns/?q=%C3%A4', 'https://x.example/über-uns/?q=ä']) {
      for (const value of ['/über-uns', '/Über-uns/?q=ä', '/%C3%BCber-uns', 'https://x.example/über-uns/?q=ä'])
        assert.equal(reaches(goal('page', 'is', value), { kind: 'page_view', url }), true, `${value} ${url}`);
    }
    const broken = { kind: 'page_view', url: 'https://x.example/%E4?q=%C3%A4' } as const;
    assert.equal(reaches(goal('page', 'is', '/%E4'), broken), true);
  });

  test('the parts of a wildcard pattern match parts of the text that do not overlap', () => {
    assert.equal(reaches(goal('event', 'matches', 'ab*ba'), { kind: 'event', name: 'aba' }), false);
    assert.equal(reaches(goal('event', 'matches', 'a*b*b'), { kind: 'event', name: 'ab' }), false);
    assert.equal(reaches(goal('event', 'matches', 'a*b*b'), { kind: 'event', name: 'abb' }), true);
  });

  test('a wildcard pattern matches the same texts as the equivalent regular expression', () => {
    const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 12 });
    const property = fc.property(patterns, text, (pattern, name) => {
      const plain = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name);
      assert.equal(reaches(goal('event', 'matches', pattern), { kind: 'event', name }), plain);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('the time to match a pattern with many wildcards grows about linearly with the text', () => {
    const pattern = goal('event', 'matches', `${'*a'.repeat(500)}b`);
    assert.equal(
      findSlowRun(
        (name) => reaches(pattern, { kind: 'event', name }),
        (length) => 'a'.repeat(length),
      ),
      null,
    );
  });
});

describe('kinds', () => {
  test('each kind of goal matches only the corresponding kind of event', () => {
    const everything = { url: 'https://x.test/x', name: 'x', targetUrl: 'https://x.test/x' };
    const kinds = { page: 'page_view', form: 'form', download: 'download', event: 'event', outbound: 'outbound' } as const;
    for (const [goalKind, matchingKind] of entriesOf(kinds)) {
      for (const kind of ['page_view', 'leave', 'form', 'download', 'outbound', 'event', 'identify'] as const) {
        assert.equal(reaches(goal(goalKind, 'contains', 'x'), { ...everything, kind }), kind === matchingKind, `${goalKind} ${kind}`);
      }
    }
  });

  test('a form matches by its name or its page', () => {
    const form = { kind: 'form', name: 'contact', url: 'https://example.com/about' } as const;
    assert.ok(reaches(goal('form', 'is', 'Contact'), form));
    assert.ok(reaches(goal('form', 'is', '/about'), form));
    assert.ok(reaches(goal('form', 'matches', '*'), { ...form, name: null }));
  });

  test('a download and an outbound link match by their target', () => {
    const file = { url: 'https://example.com/list.pdf', targetUrl: 'https://cdn.example.net/files/Prices.PDF?v=2' };
    assert.ok(reaches(goal('download', 'ends_with', '.pdf'), { ...file, kind: 'download' }));
    assert.ok(reaches(goal('outbound', 'is', 'cdn.example.net'), { ...file, kind: 'outbound' }));
    assert.ok(!reaches(goal('outbound', 'contains', 'list.pdf'), { ...file, kind: 'outbound' }));
  });

  test('events without the compared field, and invalid URLs, match nothing', () => {
    assert.ok(!reaches(goal('event', 'matches', '*'), { kind: 'event', name: null }));
    assert.ok(!reaches(goal('page', 'is', '/'), { url: null }));
    assert.ok(!reaches(goal('page', 'is', '/'), { url: 'https://' }));
  });
});

describe('reached goals', () => {
  test('have the time of the earliest matching event, whatever the order of the hits, and the ids of all matching events', () => {
    const hits = [
      hit(3, { occurredAtMs: 300 }),
      hit(1, { occurredAtMs: 100, url: 'https://example.com/other' }),
      hit(2, { occurredAtMs: 200 }),
    ];
    assert.deepEqual(matchGoals([goal('page', 'is', '/')], hits), [
      { goalId: 'goal', reachedAtMs: 200, eventIds: [hit(2).event.id, hit(3).event.id] },
    ]);
  });

  test('do not include inactive goals', () => {
    assert.equal(reaches(goal('page', 'contains', '', false), thanks), false);
  });

  test('are returned in the order of the goals', () => {
    const goals = [
      { ...goal('page', 'is', '/order/thanks'), id: 'first' },
      { ...goal('form', 'contains', ''), id: 'second' },
      { ...goal('page', 'ends_with', '7'), id: 'third' },
    ];
    assert.deepEqual(
      matchGoals(goals, [hit(1, thanks)]).map(({ goalId }) => goalId),
      ['first', 'third'],
    );
  });
});
