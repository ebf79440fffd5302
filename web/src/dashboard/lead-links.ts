import type { Filter } from '../api/responses.ts';
import { industryName } from '../texts/language.ts';
import { type Interval, intervalParams } from '../ui/intervals.ts';
import { daysOfStep, type Step } from './days-of-step.ts';

const is = (field: Filter['field'], value: string): Filter => ({ field, operator: 'is', values: [value], excluded: false });

/** Whether the server accepts a value, which may be composed of several texts, in a filter. */
const isFilterValue = (value: string) => value !== '' && value.length <= 500;

export type LeadLinks = ReturnType<typeof leadLinks>;

/**
 * URLs of the leads and visits that the figures of the dashboard count, and of the data flow, in the same days or in those of one step of a
 * chart. The conditions of a filter can be met by different visits, so a figure that depends on several values of the same visit has one
 * condition on all of them.
 */
export function leadLinks(interval: Interval, industryCodeOf: (name: string) => string | undefined) {
  const leads = (filters: Filter[], more: Record<string, string> = {}, days = interval) => {
    const params = new URLSearchParams(intervalParams(days));
    if (filters.length > 0) params.set('filters', JSON.stringify({ all: filters }));
    for (const [name, value] of Object.entries(more)) params.set(name, value);
    return `/leads?${params}`;
  };
  /** `since` is the first counted day if not all days of the interval were counted. */
  const leadsWith = (field: Filter['field'], value: string, since: string | null = null) => {
    const days = since === null ? interval : { from: since, to: interval.to, preset: null };
    return isFilterValue(value) ? leads([is(field, value)], {}, days) : undefined;
  };
  const daysOf = (step: Step | undefined) => (step ? daysOfStep(step, interval) : interval);
  return {
    all: leads([]),
    dataFlow: `/dashboard/data?${intervalParams(interval)}`,
    /** Visits from a kind of network, or without a company for a reason. */
    visits: (filter: { kind?: string; reason?: string } = {}) =>
      `/dashboard/visits?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(intervalParams(interval))), ...filter })}`,
    newCompanies: leads([], { feed: 'new_leads' }),
    pageViews: leads([], { sort: 'page_views' }),
    goals: leads([{ field: 'goal', operator: 'exists', values: [], excluded: false }]),
    source: (name: string) => leadsWith('source_medium', name),
    campaignOf: (name: string, campaign: string | null, since: string | null) =>
      leadsWith('source_medium_campaign', `${name} / ${campaign ?? '(none)'}`, since),
    pageOfCampaign: (name: string, campaign: string | null, path: string, since: string | null) =>
      leadsWith('source_medium_campaign_page', `${name} / ${campaign ?? '(none)'} / ${path}`, since),
    page: (name: string) => leadsWith('page_url', name),
    entryPage: (name: string) => leadsWith('landing_page', name),
    exitPage: (name: string) => leadsWith('exit_page', name),
    country: (code: string) => leads([is('country_code', code)]),
    device: (name: string) => leads([is('device_type', name)]),
    networkKind: (kind: string) => leads([is('network_kind', kind)]),
    campaign: (name: string, step?: Step) => leads([is('campaign', name)], {}, daysOf(step)),
    /** Companies that came through the campaign for the first time. */
    newThroughCampaign: (name: string) => leads([is('new_through_campaign', name)]),
    goalsOfCampaign: (name: string) => leads([is('goal_campaign', name)]),
    industry: (name: string) => {
      const code = industryCodeOf(industryName(name));
      return code === undefined ? undefined : leads([is('industry_code', code)]);
    },
    goal: (id: string, step?: Step) => leads([is('goal', id)], {}, daysOf(step)),
    goalStep: (id: string, step: 'engaged' | 'considered') => leads([is('goal_step', `${id}/${step}`)]),
    place: (place: string) => leadsWith('place', place),
  };
}

/** Splits a source of the dashboard, which has the form “source / medium”. */
export function splitSource(name: string): { source: string; medium: string } {
  const at = name.lastIndexOf(' / ');
  return at === -1 ? { source: name, medium: '' } : { source: name.slice(0, at), medium: name.slice(at + 3) };
}
