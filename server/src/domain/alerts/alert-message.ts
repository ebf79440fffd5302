import { firstOf } from '../../lib/first-of.ts';
/** A lead as it was when it entered the feed. */
export type AlertLead = {
  type: 'company';
  id: string;
  attributes: {
    name: string;
    domain: string | null;
    url: string | null;
    city: string | null;
    country_code: string | null;
    employee_range: string | null;
    visits: number;
    first_visit_at: string | null;
    last_visit_at: string | null;
  };
};

type AlertMessage = {
  accountId: string;
  feed: { id: string; number: string; name: string };
  leads: AlertLead[];
  createdAt: Date;
};

const noticeType = 'custom_feed.new_leads';

/** Builds the webhook body, identical for every attempt. */
export function webhookBody({ accountId, feed, leads, createdAt }: AlertMessage): string {
  return JSON.stringify({
    type: noticeType,
    timestamp: createdAt.toISOString(),
    data: {
      account_id: accountId,
      custom_feed: { type: 'custom_feed', id: feed.id, attributes: { name: feed.name, numeric_id: feed.number } },
      leads,
    },
  });
}

export function mailSubject({ feed, leads }: Pick<AlertMessage, 'feed' | 'leads'>): string {
  return leads.length === 1 ? `${firstOf(leads).attributes.name} is new in ${feed.name}` : `${leads.length} new companies in ${feed.name}`;
}

/** Plain text, so a company name cannot inject markup. */
export function mailText({ accountId, feed, leads }: Pick<AlertMessage, 'accountId' | 'feed' | 'leads'>, publicUrl: string): string {
  return [
    `New in the feed "${feed.name}":`,
    '',
    ...leads.map(({ attributes }) => `- ${lineOf(attributes)}`),
    '',
    `See them all: ${publicUrl}/leads?feed=${feed.number}&account=${accountId}`,
    '',
    'You get this e-mail because you receive alerts for this feed. To change that, open Alerts in the menu of the feed.',
  ].join('\n');
}

function lineOf({ name, domain, city, country_code, visits }: AlertLead['attributes']): string {
  const place = [city, country_code].filter((part) => part !== null).join(', ');
  const facts = [domain, place, visits === 1 ? '1 visit' : `${visits} visits`].filter((part) => part !== null && part !== '');
  return `${name} (${facts.join('; ')})`;
}
