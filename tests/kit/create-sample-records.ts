import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { checkedClient } from './checked-client.ts';
import { chrome } from './events.ts';
import { runQueuedJobs } from './jobs.ts';
import type { TestAccount, TestService } from './service.ts';

/** The ids of one record of every kind that an account can have. */
export type SampleRecords = Record<SampleKind, string> & { visits: string[] };
type SampleKind = (typeof sampleKinds)[number];
const sampleKinds = [
  'tag',
  'list',
  'contactList',
  'icp',
  'persona',
  'textField',
  'numberField',
  'aiField',
  'contactField',
  'goal',
  'feed',
  'feedNumber',
  'folder',
  'feedList',
  'campaign',
  'addToListJob',
  'removeFromListJob',
  'addTagsJob',
  'removeTagsJob',
  'enrichmentJob',
  'contactDataJob',
  'company',
  'contact',
] as const;

/** Addresses of two companies in the shipped directory. */
export const addressOfAudi = '143.164.1.10';
export const addressOfSap = '155.56.1.10';

/**
 * Creates one record of every kind in an account, all with `word` in their names, and visits that connect them. The company
 * visits the site, so its record is revealed.
 */
export async function createSampleRecords(service: TestService, account: TestAccount, word: string): Promise<SampleRecords> {
  const call = checkedClient(service, account);
  const add = async (path: string, type: string, attributes: object, relationships?: object) => {
    const response = await call(path, { body: { data: { type, attributes, ...(relationships && { relationships }) } } });
    assert.ok(response.status < 300, `${path}: ${JSON.stringify(response.body)}`);
    return response.body.data;
  };
  const visits = await sendVisits(service, account, word);
  const company = await companyIdOfVisit(service, account, firstOf(visits));
  const contact = await createContact(service, company);
  const tag = await add('/v1/tags', 'tag', { name: `${word} tag` });
  const list = await add('/v1/lists', 'list', { name: `${word} list`, scope: 'company' });
  const contactList = await add('/v1/lists', 'list', { name: `${word} people`, scope: 'contact' });
  const icp = await add('/v1/icps', 'icp', { name: `${word} profile`, filters: { location: [{ country_code: 'DE' }] } });
  const persona = await add('/v1/buyer-personas', 'buyer_persona', { name: `${word} persona`, departments: ['sales_department'] });
  // The id of a custom field is derived from its name, so `word` is in the description instead.
  const addField = (name: string, scope: string, type: string, more: object = {}) =>
    add('/v1/custom-fields', 'custom_field', { name: `${name} ${account.accountId}`, description: `${word} field`, scope, type, ...more });
  const textField = await addField('text', 'company', 'text');
  const numberField = await addField('number', 'company', 'number');
  const aiField = await addField('summary', 'company', 'ai_text', { prompt: 'In which city is the company?' });
  const contactField = await addField('note', 'contact', 'text');
  const goal = await add('/v1/web-visits/goals', 'goal', {
    name: `${word} goal`,
    kind: 'page',
    match: { operator: 'contains', value: '/pricing' },
    apply_to_past: true,
  });
  const filters = { all: [{ field: 'page_url', operator: 'contains', values: ['/pricing'] }] };
  const feed = await add(
    '/v1/web-visits/custom-feeds',
    'custom_feed',
    { name: `${word} feed`, filters },
    {
      folder: { type: 'custom_feed_folder', attributes: { name: `${word} folder` } },
      connected_list: { type: 'list', attributes: { name: `${word} followers` } },
    },
  );
  const item = [{ type: 'company', id: company }];
  const addJob = async (path: string, type: string, attributes: object) => (await add(path, type, attributes)).id;
  const addToListJob = await addJob('/v1/lists/batch-add-to-list-jobs', 'batch_add_to_list_job', { list_id: list.id, items: item });
  const removeFromListJob = await addJob('/v1/lists/batch-remove-from-list-jobs', 'batch_remove_from_list_job', {
    list_id: list.id,
    items: [{ type: 'company', id: '999999999' }],
  });
  const addTagsJob = await addJob('/v1/tags/batch-add-tags-jobs', 'batch_add_tags_job', { tag_ids: [tag.id], items: item });
  const removeTagsJob = await addJob('/v1/tags/batch-remove-tags-jobs', 'batch_remove_tags_job', {
    tag_ids: [tag.id],
    items: [{ type: 'company', id: '999999999' }],
  });
  const enrichmentJob = await addJob('/v1/companies/enrichment-jobs', 'company_enrichment_job', {
    company_ids: [company],
    custom_field_id: aiField.id,
  });
  const contactDataJob = await addJob('/v1/contacts/find-contact-data-jobs', 'find_contact_data_job', { contact_ids: [contact] });
  await call(`/v1/companies/${company}`, {
    method: 'PATCH',
    body: { data: { type: 'company', attributes: { custom_fields: { [textField.id]: { value: `${word} value` } } } } },
  });
  await call(`/v1/contacts/${contact}`, {
    method: 'PATCH',
    body: { data: { type: 'contact', attributes: { custom_fields: { [contactField.id]: { value: `${word} remark` } } } } },
  });
  await call(`/v1/contacts/${contact}/lists`, { body: { data: [{ type: 'list', id: contactList.id }] } });
  await runQueuedJobs(service);
  const campaigns = await call('/v1/campaigns');
  return {
    tag: tag.id,
    list: list.id,
    contactList: contactList.id,
    icp: icp.id,
    persona: persona.id,
    textField: textField.id,
    numberField: numberField.id,
    aiField: aiField.id,
    contactField: contactField.id,
    goal: goal.id,
    feed: feed.id,
    feedNumber: feed.attributes.numeric_id,
    folder: feed.relationships.folder.id,
    feedList: feed.relationships.connected_list.id,
    campaign: campaigns.body.data[0].id,
    addToListJob,
    removeFromListJob,
    addTagsJob,
    removeTagsJob,
    enrichmentJob,
    contactDataJob,
    company,
    contact,
    visits,
  };
}

async function sendVisits(service: TestService, account: TestAccount, word: string): Promise<string[]> {
  const now = service.clock.now().getTime();
  const events = [addressOfAudi, addressOfSap].flatMap((ip, index) => {
    const visitor_id = randomUUID();
    const common = { ip, visitor_id, user_agent: chrome, url: `https://${word}.example/pricing?utm_campaign=${word}` };
    const time = (minutes: number) => new Date(now - (index + 1) * 86_400_000 + minutes * 60_000).toISOString();
    return [
      { ...common, id: randomUUID(), kind: 'page_view', occurred_at: time(0), title: `${word} prices` },
      { ...common, id: randomUUID(), kind: 'identify', occurred_at: time(1), email: `${word}@visitor.example`, first_name: word },
    ];
  });
  const response = await checkedClient(service, account)('/v1/collect', { body: { events } });
  assert.equal(response.body.data.attributes.accepted, events.length, JSON.stringify(response.body));
  await service.drain();
  return events.filter(({ kind }) => kind === 'page_view').map(({ id }) => id);
}

async function companyIdOfVisit({ ctx }: TestService, { accountId }: TestAccount, visitId: string): Promise<string> {
  const visit = await ctx.db
    .selectFrom('visits')
    .select('company_id')
    .where('account_id', '=', accountId)
    .where('id', '=', visitId)
    .executeTakeFirstOrThrow();
  return required(visit.company_id);
}

/** Creates a contact in the directory, which all accounts share, so its name contains no word of an account. */
async function createContact({ ctx }: TestService, company: string): Promise<string> {
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const email = `person${id}@contact.example`;
  await ctx.db
    .insertInto('contacts')
    .values({
      id,
      company_id: company,
      full_name: 'Somebody Known',
      email,
      emails: JSON.stringify([{ value: email, status: 'valid' }]),
      department: 'sales_department',
      updated_at: ctx.clock.now(),
    })
    .execute();
  return id;
}
