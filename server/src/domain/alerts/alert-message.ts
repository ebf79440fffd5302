import type { BuiltInFeedId } from '../feeds/feed.ts';
import { type MailLanguage, mailTexts } from '../mails/mail-texts.ts';

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
  feed: { id: string; number: string; name: string; builtInId: BuiltInFeedId | null };
  leads: AlertLead[];
  createdAt: Date;
};

const messageType = 'custom_feed.new_leads';

/** Builds the webhook body, identical for every attempt. */
export function webhookBody({ accountId, feed, leads, createdAt }: AlertMessage): string {
  return JSON.stringify({
    type: messageType,
    timestamp: createdAt.toISOString(),
    data: {
      account_id: accountId,
      custom_feed: {
        type: 'custom_feed',
        id: feed.builtInId ?? feed.id,
        attributes: { name: feed.name, numeric_id: feed.builtInId ? null : feed.number },
      },
      leads,
    },
  });
}

/** Returns the name of a feed. Built-in feeds have a name in each language. */
export function feedName({ builtInId, name }: Pick<AlertMessage['feed'], 'builtInId' | 'name'>, language: MailLanguage): string {
  return builtInId ? mailTexts[language].builtInFeeds[builtInId] : name;
}

/** Builds the text of a mail or chat message about new leads, without the parts that all mails share. */
export function alertText(
  { accountId, feed, leads }: Pick<AlertMessage, 'accountId' | 'feed' | 'leads'>,
  publicUrl: string,
  language: MailLanguage,
) {
  const texts = mailTexts[language];
  const { label, ...text } = texts.alert(
    feedName(feed, language),
    leads.map(({ attributes }) => attributes.name),
  );
  const items = leads.map(({ attributes: { name, domain, city, country_code, visits } }) => {
    const place = [city, country_code].filter((part) => part !== null).join(', ');
    return `${name} (${texts.facts({ domain, place, visits })})`;
  });
  return { language, ...text, items, link: { label, url: `${publicUrl}/leads?feed=${feed.number}&account=${accountId}` } };
}
