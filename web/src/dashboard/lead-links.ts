import type { Filter } from '../api/responses.ts';
import { industryName } from '../texts/language.ts';
import { type Interval, intervalParams } from '../ui/intervals.ts';
import { daysOfStep, type Step } from './days-of-step.ts';

const is = (field: Filter['field'], value: string): Filter => ({ field, operator: 'is', values: [value], excluded: false });

export type LeadLinks = ReturnType<typeof leadLinks>;

/** URLs of the leads that the figures of the dashboard count, in the same days or in those of one step of a chart. */
export function leadLinks(interval: Interval, codeOf: (field: string, name: string) => string | undefined) {
  const leads = (filters: Filter[], more: Record<string, string> = {}, step?: Step) => {
    const params = new URLSearchParams(intervalParams(step ? daysOfStep(step, interval) : interval));
    if (filters.length > 0) params.set('filters', JSON.stringify({ all: filters }));
    for (const [name, value] of Object.entries(more)) params.set(name, value);
    return `/leads?${params}`;
  };
  const byCode = (field: Filter['field'], name: string, step?: Step) => {
    const code = codeOf(field, name);
    return code === undefined ? undefined : leads([is(field, code)], {}, step);
  };
  return {
    all: leads([]),
    newCompanies: leads([], { feed: 'new_leads' }),
    pageViews: leads([], { sort: 'page_views' }),
    goals: leads([{ field: 'goal', operator: 'exists', values: [], excluded: false }]),
    source: (name: string) => leads(sourceFilters(splitSource(name))),
    campaignOf: (name: string, campaign: string | null) => leads([...sourceFilters(splitSource(name)), ...campaignFilter(campaign)]),
    pageOf: (name: string, campaign: string | null, page: string) =>
      leads([...sourceFilters(splitSource(name)), ...campaignFilter(campaign), is('page_url', page)]),
    page: (name: string) => leads([is('page_url', name)]),
    entryPage: (name: string) => leads([is('landing_page', name)]),
    exitPage: (name: string) => leads([is('exit_page', name)]),
    country: (code: string) => leads([is('country_code', code)]),
    device: (name: string) => leads([is('device_type', name)]),
    campaign: (name: string, step?: Step) => leads([is('campaign', name)], {}, step),
    industry: (name: string) => byCode('industry_code', industryName(name)),
    goal: (name: string, step?: Step) => byCode('goal', name, step),
    place: ({ city, countryCode }: { city: string | null; countryCode: string | null }) =>
      leads([...(city ? [is('city', city)] : []), ...(countryCode ? [is('country_code', countryCode)] : [])]),
  };
}

/** Splits a source of the dashboard, which has the form “source / medium”. */
export function splitSource(name: string): { source: string; medium: string } {
  const at = name.lastIndexOf(' / ');
  return at === -1 ? { source: name, medium: '' } : { source: name.slice(0, at), medium: name.slice(at + 3) };
}

function sourceFilters({ source, medium }: { source: string; medium: string }): Filter[] {
  return medium === '' ? [is('source', source)] : [is('source', source), is('medium', medium)];
}

function campaignFilter(campaign: string | null): Filter[] {
  return [campaign === null ? { field: 'campaign', operator: 'exists', values: [], excluded: true } : is('campaign', campaign)];
}
