import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepAt } from './days-of-step.ts';
import { leadLinks, splitSource } from './lead-links.ts';

const links = leadLinks({ from: '2026-09-01', to: '2026-09-30', preset: null }, (name) => (name === 'Known' ? '1' : undefined));
const filtersOf = (href: string | undefined) => {
  const { pathname, searchParams } = new URL(href ?? '', 'https://leadlight.example');
  assert.deepEqual([pathname, searchParams.get('from'), searchParams.get('to')], ['/leads', '2026-09-01', '2026-09-30']);
  type Filters = { all: { field: string; values: unknown[]; excluded: boolean }[] };
  const { all }: Filters = JSON.parse(searchParams.get('filters') ?? '{"all":[]}');
  return all.map(({ field, values, excluded }) => `${excluded ? 'not ' : ''}${field} ${values.join()}`.trim());
};

test('a figure links to its leads in the days that it counts; a value that no filter accepts or whose code is unknown has no link', () => {
  assert.deepEqual(filtersOf(links.source('google / organic')), ['source_medium google / organic']);
  assert.deepEqual(filtersOf(links.campaignOf('google / cpc', null, null)), ['source_medium_campaign google / cpc / (none)']);
  assert.deepEqual(filtersOf(links.campaignOf('google / cpc', 'spring', null)), ['source_medium_campaign google / cpc / spring']);
  assert.match(links.campaignOf('google / cpc', 'spring', '2026-09-20') ?? '', /\?from=2026-09-20&to=2026-09-30&/);
  assert.deepEqual(filtersOf(links.pageOfCampaign('google / cpc', null, '/prices', null)), [
    'source_medium_campaign_page google / cpc / (none) / /prices',
  ]);
  assert.match(links.pageOfCampaign('google / cpc', 'spring', '/', '2026-09-20') ?? '', /\?from=2026-09-20&to=2026-09-30&/);
  assert.deepEqual(filtersOf(links.newThroughCampaign('spring')), ['new_through_campaign spring']);
  assert.deepEqual(filtersOf(links.goalsOfCampaign('spring')), ['goal_campaign spring']);
  assert.deepEqual(filtersOf(links.goalStep('1', 'considered')), ['goal_step 1/considered']);
  assert.deepEqual(filtersOf(links.place('Köln, DE')), ['place Köln, DE']);
  assert.equal(links.place(''), undefined);
  assert.equal(links.campaignOf('google / cpc', 'x'.repeat(500), null), undefined, 'no filter accepts so long a value');
  assert.equal(links.pageOfCampaign('google / cpc', 'x', `/${'y'.repeat(490)}`, null), undefined);
  for (const link of [links.page, links.entryPage, links.exitPage])
    assert.equal(link(`https://acme.example/${'x'.repeat(490)}`), undefined);
  assert.deepEqual(filtersOf(links.goal('1')), ['goal 1']);
  assert.equal(links.industry('Not loaded yet'), undefined);
});

test('a point of a trend links to the leads of its day, week or month up to the end of the interval; an hour links to the interval', () => {
  const daysOf = (href: string | undefined) => new URL(href ?? '', 'https://leadlight.example').search.replace(/&filters=.*/, '');
  const days = ['2026-09-01', '2026-09-02', '2026-09-03'];
  assert.equal(daysOf(links.campaign('spring', stepAt('2026-09-02', days, 'day'))), '?from=2026-09-02&to=2026-09-02');
  // The first week is the incomplete one.
  const weeks = ['2026-09-01', '2026-09-03', '2026-09-10', '2026-09-17', '2026-09-24'];
  assert.equal(daysOf(links.goal('1', stepAt('2026-09-01', weeks, 'week'))), '?from=2026-09-01&to=2026-09-02');
  assert.equal(daysOf(links.goal('1', stepAt('2026-09-10', weeks, 'week'))), '?from=2026-09-10&to=2026-09-16');
  assert.equal(daysOf(links.goal('1', stepAt('2026-09-24', weeks, 'week'))), '?from=2026-09-24&to=2026-09-30');
  const months = ['2026-01-15', '2026-02-01', '2026-03-01'];
  assert.equal(daysOf(links.goal('1', stepAt('2026-01-15', months, 'month'))), '?from=2026-01-15&to=2026-01-31');
  assert.equal(daysOf(links.goal('1', stepAt('2026-02-01', months, 'month'))), '?from=2026-02-01&to=2026-02-28');
  const hour = '2026-09-02T10:00:00.000Z';
  assert.equal(daysOf(links.campaign('spring', stepAt(hour, [hour], 'hour'))), '?from=2026-09-01&to=2026-09-30');
});

test('only the last slash separates a source from its medium; without a slash, the medium is empty', () => {
  assert.deepEqual(splitSource('a / b / email'), { source: 'a / b', medium: 'email' });
  assert.deepEqual(splitSource('partner'), { source: 'partner', medium: '' });
});
