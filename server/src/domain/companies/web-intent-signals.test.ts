import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf } from '../../lib/first-of.ts';
import { required } from '../../lib/required.ts';
import { type ReachedGoalDay, type VisitDay, webIntentSignals } from './web-intent-signals.ts';

const days = (visits: Record<string, number>): VisitDay[] =>
  Object.entries(visits).map(([day, count]) => ({ day, visits: count, firstVisitAt: new Date(`${day}T12:00:00Z`) }));
const retainedSince = '2024-09-07';
const signalsOf = (visitDays: VisitDay[], goals: ReachedGoalDay[] = [], companyId = '1', since = retainedSince) =>
  webIntentSignals(companyId, visitDays, goals, since);
const titles = (visits: Record<string, number>) => signalsOf(days(visits)).map(({ title, eventDate }) => `${title} ${eventDate}`);

test('a company without visits has no signals', () => {
  assert.deepEqual(signalsOf([]), []);
});

test('the first visit is reported once', () => {
  assert.deepEqual(titles({ '2026-09-07': 1, '2026-09-08': 1 }), ['First visit 2026-09-07']);
});

test('no first visit is reported if an earlier one a week before may have been deleted', () => {
  const titlesSince = (since: string) => signalsOf(days({ '2026-09-07': 1 }), [], '1', since).map(({ title }) => title);
  assert.deepEqual(titlesSince('2026-09-01'), []);
  assert.deepEqual(titlesSince('2026-08-31'), ['First visit']);
});

test('a week whose first days may have been deleted is not compared with others', () => {
  const visits = days({ '2026-08-06': 1, '2026-08-10': 2, '2026-08-17': 2, '2026-08-24': 5 });
  const hasSurge = (since: string) => signalsOf(visits, [], '1', since).some(({ title }) => title === 'Surge of visits');
  // The usual number is 1.67 a week, or 2 without the first week.
  assert.deepEqual([hasSurge('2026-08-03'), hasSurge('2026-08-04')], [true, false]);
});

test('a return is reported after sixty days, and not after fifty-nine', () => {
  assert.deepEqual(titles({ '2026-01-01': 1, '2026-03-01': 1 }), ['First visit 2026-01-01']);
  assert.deepEqual(titles({ '2026-01-01': 1, '2026-03-02': 1 }), ['First visit 2026-01-01', 'Return after a silence 2026-03-02']);
});

test('a surge is three times the usual week, at least five visits, and needs two weeks of history', () => {
  const usual = { '2026-08-03': 2, '2026-08-10': 2, '2026-08-17': 2 };
  assert.deepEqual(titles({ ...usual, '2026-08-24': 3, '2026-08-25': 3 }), ['First visit 2026-08-03', 'Surge of visits 2026-08-25']);
  assert.deepEqual(titles({ ...usual, '2026-08-24': 5 }), ['First visit 2026-08-03']);
  assert.deepEqual(titles({ '2026-08-03': 1, '2026-08-10': 1, '2026-08-17': 4 }), ['First visit 2026-08-03']);
  assert.deepEqual(titles({ '2026-08-03': 1, '2026-08-10': 50 }), ['First visit 2026-08-03']);
});

test('a week runs from Monday to Sunday', () => {
  const usual = { '2026-08-03': 1, '2026-08-10': 1, '2026-08-17': 1 };
  // Sunday and the following Monday are in different weeks, with three visits each.
  assert.equal(titles({ ...usual, '2026-08-30': 3, '2026-08-31': 3 }).includes('Surge of visits 2026-08-31'), false);
  assert.equal(titles({ ...usual, '2026-08-24': 3, '2026-08-30': 3 }).includes('Surge of visits 2026-08-30'), true);
});

test('the id, day and time of a surge do not change as more visits arrive in its week', () => {
  const usual = { '2026-08-03': 1, '2026-08-10': 1, '2026-08-17': 1, '2026-08-24': 3, '2026-08-25': 3 };
  const surgeIn = (visits: Record<string, number>) => required(signalsOf(days(visits)).find(({ title }) => title === 'Surge of visits'));
  const [early, late] = [surgeIn(usual), surgeIn({ ...usual, '2026-08-26': 9, '2026-08-28': 1 })];
  assert.deepEqual([late.id, late.eventDate, late.publishedAt], [early.id, '2026-08-25', early.publishedAt]);
  assert.match(late.summary, /^16 visits in a week/);
});

test('a signal has English texts, and the values in them for translation', () => {
  const usual = { '2026-01-05': 2, '2026-01-12': 1, '2026-01-19': 7, '2026-05-04': 1 };
  const reached = { day: '2026-05-04', name: 'Viewed pricing', reachedAt: new Date('2026-05-04T12:00:00Z') };
  assert.deepEqual(
    signalsOf(days(usual), [reached]).map(({ title, summary, intent }) => ({ title, summary, intent })),
    [
      { title: 'First visit', summary: 'The company came to the website for the first time.', intent: { kind: 'first_visit' } },
      {
        title: 'Return after a silence',
        summary: 'The company came back after 105 days without a visit.',
        intent: { kind: 'return', days: 105 },
      },
      { title: 'Surge of visits', summary: '7 visits in a week, where 1.5 are usual.', intent: { kind: 'surge', visits: 7, usual: 1.5 } },
      { title: 'Goal reached', summary: 'The goal “Viewed pricing” was reached.', intent: { kind: 'goal', name: 'Viewed pricing' } },
    ],
  );
});

test('the id of a signal is stable and differs between companies', () => {
  const one = firstOf(signalsOf(days({ '2026-09-07': 1 })));
  assert.equal(firstOf(signalsOf(days({ '2026-09-07': 4 }))).id, one.id);
  assert.notEqual(firstOf(signalsOf(days({ '2026-09-07': 1 }), [], '2')).id, one.id);
});
