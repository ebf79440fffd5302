import { type Static, Type } from 'typebox';
import type { Context } from '../../domain/context.ts';
import { operators } from '../../domain/feed-filters/filter.ts';
import { checkFilters } from '../../domain/feeds/check-filters.ts';
import type { CustomFeed } from '../../domain/feeds/custom-feed.ts';
import { feedSorts } from '../../domain/feeds/feed.ts';
import { maxFolderNameLength } from '../../domain/feeds/folders.ts';
import { type FeedChange, maxFeedNameLength } from '../../domain/feeds/write-feeds.ts';
import { ListId, ListReference, listName, listReference } from './list.ts';
import { AtLeast, Exact, OneOf, OrNull, RecordId, Timestamp } from './resource.ts';

const uuid = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const Uuid = Type.String({ pattern: `^${uuid}$`, examples: ['01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e'] });

/** The id of a feed, or its number in the earlier API. */
export const feedIdPattern = `${uuid}|\\d{1,18}`;
export const CustomFeedId = Type.String({ pattern: `^(${feedIdPattern})$`, examples: ['01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e'] });

const FeedFilter = Exact({
  field: Type.String({ minLength: 1, maxLength: 120, examples: ['page_url'] }),
  operator: Type.Optional(OneOf(operators, 'An operator that suits the type of the field; defaults to is.')),
  values: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), { maxItems: 100 })),
  excluded: Type.Optional(Type.Boolean()),
});

const FeedFiltersV1 = Exact(
  {
    all: Type.Array(FeedFilter, {
      maxItems: 50,
      description:
        'All filters must match; the values of one filter are alternatives. Values have the type of the field; numbers may be given as digits. `custom_fields.<id>` refers to a custom field for companies.',
    }),
    any: Type.Optional(
      Type.Array(Type.Array(FeedFilter, { minItems: 1, maxItems: 50 }), {
        maxItems: 50,
        description: 'An extension: groups of alternatives, at least one filter of each group must match. Absent without groups.',
      }),
    ),
  },
  { $id: 'FeedFiltersV1' },
);

const attributes = {
  name: Type.String({ minLength: 1, maxLength: maxFeedNameLength }),
  description: OrNull(Type.String({ maxLength: 1000 })),
  filters: FeedFiltersV1,
  sort: OrNull(
    OneOf(feedSorts, 'The sort order of the leads in both APIs; a minus sign means largest or newest first. Null means `-last_visit`.'),
  ),
};
const email = Type.Boolean({ description: 'Whether the owner is notified of new leads by e-mail.' });
export const WebhookUrl = Type.String({
  pattern: '^https?://[^\\s]{1,490}$',
  description: 'URL for messages about new leads (Standard Webhooks). It must use https:// unless the operator allows others.',
  examples: ['https://example.com/hooks/leads'],
});
const webhook = OrNull(WebhookUrl);

const folder = Type.Literal('custom_feed_folder');

/** The folder, the connected list and the owner of a feed in requests. */
const relationships = Type.Partial(
  Type.Object({
    folder: OrNull(
      Type.Union(
        [
          Exact({ type: folder, id: Uuid }),
          Exact({ type: folder, attributes: Exact({ name: Type.String({ minLength: 1, maxLength: maxFolderNameLength }) }) }),
        ],
        { description: 'By id, or by name; a missing folder is created.' },
      ),
    ),
    connected_list: OrNull(
      Exact(
        {
          type: Type.Literal('list'),
          id: Type.Optional(ListId),
          attributes: Type.Optional(Exact({ name: Type.Optional(listName) })),
        },
        { description: 'A list of the kind feed that is kept in sync with this feed; it is created if missing. Null deletes it.' },
      ),
    ),
    owner: OrNull(Exact({ type: Type.Literal('user'), id: RecordId })),
  }),
  { additionalProperties: false },
);

const optional = {
  description: Type.Optional(attributes.description),
  sort: Type.Optional(attributes.sort),
  subscription: Type.Optional(Exact({ email: Type.Optional(email), webhook: Type.Optional(webhook) })),
};

export const CreateCustomFeed = Exact(
  {
    data: Exact({
      type: Type.Literal('custom_feed'),
      attributes: Exact({ name: attributes.name, filters: attributes.filters, ...optional }),
      relationships: Type.Optional(relationships),
    }),
  },
  { $id: 'CreateCustomFeedRequestV1' },
);

export const UpdateCustomFeed = Exact(
  {
    data: AtLeast(2, {
      type: Type.Literal('custom_feed'),
      attributes: Type.Optional(
        AtLeast(1, { name: Type.Optional(attributes.name), filters: Type.Optional(attributes.filters), ...optional }),
      ),
      relationships: Type.Optional(Type.Unsafe<Static<typeof relationships>>({ ...relationships, minProperties: 1 })),
    }),
  },
  { $id: 'UpdateCustomFeedRequestV1' },
);

export const CustomFeedV1 = Exact(
  {
    type: Type.Literal('custom_feed'),
    id: Uuid,
    attributes: Exact({
      ...attributes,
      subscription: Exact({ email, webhook: OrNull(Type.String()) }),
      numeric_id: Type.String({ description: 'The id of the feed in the earlier API.', examples: ['1001'] }),
      webhook_secret: Type.Optional(
        Type.String({ description: 'Verifies the signature of messages. Returned when a feed with a webhook is created or updated.' }),
      ),
      webhook_disabled_at: OrNull(
        Type.Unsafe<string>({ ...Timestamp, description: 'When the webhook was disabled. Setting a URL again enables it.' }),
      ),
    }),
    relationships: Exact({
      folder: OrNull(Exact({ type: folder, id: Uuid, attributes: Type.Optional(Exact({ name: Type.String() })) })),
      connected_list: OrNull(ListReference),
      owner: OrNull(
        Exact({
          type: Type.Literal('user'),
          id: RecordId,
          attributes: Type.Optional(Exact({ email: Type.String(), first_name: Type.String(), last_name: Type.String() })),
        }),
      ),
    }),
  },
  { $id: 'CustomFeedV1' },
);

export const CustomFeedFolderV1 = Exact(
  {
    type: folder,
    id: Uuid,
    attributes: Exact({ name: Type.String() }),
    relationships: Exact({
      custom_feeds: Type.Array(
        Exact({
          type: Type.Literal('custom_feed'),
          id: Uuid,
          attributes: Type.Optional(Exact({ name: Type.String(), numeric_id: Type.String() })),
        }),
      ),
    }),
  },
  { $id: 'CustomFeedFolderV1' },
);

export const feedIncludes = ['folder', 'connected_list', 'owner'] as const;

/** Set `showsSecret` only for operations that require write access. */
export function customFeedV1(feed: CustomFeed, include: ReadonlySet<string>, showsSecret = false) {
  const { owner } = feed;
  return {
    type: 'custom_feed',
    id: feed.id,
    attributes: {
      name: feed.name,
      description: feed.description,
      filters: feed.filters,
      sort: feed.sort,
      subscription: { email: feed.alertSettings.email, webhook: feed.alertSettings.webhook },
      numeric_id: feed.number,
      ...(showsSecret && feed.webhookSecret !== null && { webhook_secret: feed.webhookSecret }),
      webhook_disabled_at: feed.webhookDisabledAt?.toISOString() ?? null,
    },
    relationships: {
      folder: feed.folder && {
        type: 'custom_feed_folder',
        id: feed.folder.id,
        ...(include.has('folder') && { attributes: { name: feed.folder.name } }),
      },
      connected_list: feed.connectedList && listReference(feed.connectedList, include.has('connected_list')),
      owner: owner && {
        type: 'user',
        id: owner.id,
        ...(include.has('owner') && { attributes: { email: owner.email, first_name: owner.firstName, last_name: owner.lastName } }),
      },
    },
  };
}

/** Converts a body to a feed change. Filters are validated against the filter catalog. */
export async function feedChangeOf(ctx: Context, accountId: string, data: Static<typeof UpdateCustomFeed>['data']): Promise<FeedChange> {
  const { filters, subscription, ...others } = data.attributes ?? {};
  const { folder, connected_list: list, owner } = data.relationships ?? {};
  return {
    ...others,
    ...(subscription !== undefined && { alertSettings: subscription }),
    ...(filters !== undefined && { filters: await checkFilters(ctx, accountId, filters, '/data/attributes/filters') }),
    ...(folder !== undefined && { folder: folder && ('id' in folder ? { id: folder.id } : { name: folder.attributes.name }) }),
    ...(list !== undefined && { connectedList: list && { id: list.id, name: list.attributes?.name } }),
    ...(owner !== undefined && { ownerId: owner?.id ?? null }),
  };
}
