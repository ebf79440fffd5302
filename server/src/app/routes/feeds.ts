import Type from 'typebox';
import { conditionsOf } from '../../domain/feed-filters/filter.ts';
import { checkFilters } from '../../domain/feeds/check-filters.ts';
import { feedSorts } from '../../domain/feeds/feed.ts';
import { maxFolderNameLength } from '../../domain/feeds/folders.ts';
import { interpretSearch } from '../../domain/feeds/interpret-search.ts';
import { listFeedCounts } from '../../domain/feeds/list-feed-counts.ts';
import { listFilterFields } from '../../domain/feeds/list-filter-fields.ts';
import { leadColumns } from '../../domain/feeds/saved-view.ts';
import { suggestValues } from '../../domain/feeds/suggest-values.ts';
import { createFeed, deleteFeed, maxFeedNameLength, updateFeed } from '../../domain/feeds/write-feeds.ts';
import { createFolder, deleteFolder, renameFolder } from '../../domain/feeds/write-folders.ts';
import { Problem } from '../../domain/problem.ts';
import { recordOf } from '../../lib/record-of.ts';
import type { AppContext } from '../context.ts';
import { route, sharedRoute } from '../route.ts';

const FeedName = Type.String({ minLength: 1, maxLength: maxFeedNameLength });
const FolderId = Type.Union([Type.String({ format: 'uuid' }), Type.Null()]);
const Sort = Type.Union([Type.Enum([...feedSorts]), Type.Null()]);
const Width = Type.Integer({ minimum: 40, maximum: 800 });
const widthsByColumn = recordOf(['name', ...leadColumns], () => Width);
const View = Type.Union([
  Type.Object({
    columns: Type.Array(Type.Enum([...leadColumns]), { maxItems: leadColumns.length, uniqueItems: true }),
    widths: Type.Partial(Type.Object(widthsByColumn), { additionalProperties: false }),
  }),
  Type.Null(),
]);
const NewFeed = Type.Object({
  name: FeedName,
  filters: Type.Unknown(),
  sort: Type.Optional(Sort),
  view: Type.Optional(View),
  folderId: Type.Optional(FolderId),
});
const FeedChange = Type.Partial(NewFeed);
const Search = Type.Object({ search: Type.String({ maxLength: 200, default: '' }) });
const FolderName = Type.Object({ name: Type.String({ minLength: 1, maxLength: maxFolderNameLength }) });

/** Requires at least one filter: a feed without any would be the list of all leads. */
async function readFilters(ctx: AppContext, accountId: string, input: unknown) {
  const filters = await checkFilters(ctx, accountId, input);
  if (conditionsOf(filters).length === 0)
    throw new Problem('invalid_input', { title: 'A feed needs at least one filter.', parameter: 'filters' });
  return filters;
}

const folderOf = (folderId: string | null | undefined) =>
  folderId === undefined ? {} : { folder: folderId === null ? null : { id: folderId } };

export const feedRoutes = [
  sharedRoute({
    path: '/feeds',
    handle: ({ ctx, accountId }) => listFeedCounts(ctx, accountId),
  }),
  route({ method: 'GET', path: '/feed-fields', permission: 'view', handle: ({ ctx, accountId }) => listFilterFields(ctx, accountId) }),
  route({
    method: 'GET',
    path: '/feed-fields/:field/values',
    permission: 'view',
    query: Search,
    handle: ({ ctx, accountId, params, query }) => suggestValues(ctx, accountId, { field: params.field, search: query.search }),
  }),
  route({
    method: 'GET',
    path: '/search-filters',
    permission: 'view',
    query: Search,
    handle: ({ ctx, accountId, query }) => interpretSearch(ctx, accountId, query.search),
  }),
  route({
    method: 'POST',
    path: '/feeds',
    permission: 'edit',
    body: NewFeed,
    handle: async ({ ctx, accountId, user, body: { name, filters, sort, view, folderId }, res }) => {
      const feed = { name, filters: await readFilters(ctx, accountId, filters), sort, view, ownerId: user.id, ...folderOf(folderId) };
      const { number } = await createFeed(ctx, accountId, feed);
      res.code(201);
      return { id: number };
    },
  }),
  route({
    method: 'PATCH',
    path: '/feeds/:feedId',
    permission: 'edit',
    body: FeedChange,
    handle: async ({ ctx, accountId, params, body: { name, filters, sort, view, folderId } }) => {
      const change = {
        name,
        sort,
        view,
        ...folderOf(folderId),
        ...(filters === undefined ? {} : { filters: await readFilters(ctx, accountId, filters) }),
      };
      await updateFeed(ctx, accountId, params.feedId, change);
    },
  }),
  route({
    method: 'DELETE',
    path: '/feeds/:feedId',
    permission: 'edit',
    handle: ({ ctx, accountId, params }) => deleteFeed(ctx, accountId, params.feedId),
  }),
  route({
    method: 'POST',
    path: '/feed-folders',
    permission: 'edit',
    body: FolderName,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createFolder(ctx, accountId, body.name);
    },
  }),
  route({
    method: 'PATCH',
    path: '/feed-folders/:folderId',
    permission: 'edit',
    body: FolderName,
    handle: ({ ctx, accountId, params, body }) => renameFolder(ctx, accountId, params.folderId, body.name),
  }),
  route({
    method: 'DELETE',
    path: '/feed-folders/:folderId',
    permission: 'edit',
    handle: ({ ctx, accountId, params }) => deleteFolder(ctx, accountId, params.folderId),
  }),
];
