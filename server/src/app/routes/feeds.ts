import Type from 'typebox';
import { getAccount } from '../../domain/accounts/get-account.ts';
import { feedFields, operatorsOf } from '../../domain/feeds/catalogue.ts';
import { parseFilters } from '../../domain/feeds/parse-filters.ts';
import { createFeed, deleteFeed, updateFeed } from '../../domain/feeds/write-feeds.ts';
import { Problem } from '../../domain/problem.ts';
import { listFeedCounts } from '../../domain/workspace/list-feed-counts.ts';
import { route } from '../route.ts';

const countedDays = 30;

const NewFeed = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }), filters: Type.Unknown() });
const FeedChange = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  filters: Type.Optional(Type.Unknown()),
});

export const feedRoutes = [
  route({
    method: 'GET',
    path: '/feeds',
    need: 'view',
    handle: async ({ ctx, accountId }) => {
      const { timezone } = await getAccount(ctx, accountId);
      const dayAt = (time: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(time);
      const now = ctx.clock.now().getTime();
      return listFeedCounts(ctx, accountId, { from: dayAt(now - (countedDays - 1) * 86_400_000), to: dayAt(now) });
    },
  }),
  route({
    method: 'GET',
    path: '/feed-fields',
    need: 'view',
    handle: async () =>
      feedFields.map((field) => ({
        name: field.name,
        label: field.label,
        description: field.description,
        type: field.type,
        choices: field.choices ?? null,
        operators: operatorsOf(field),
      })),
  }),
  route({
    method: 'POST',
    path: '/feeds',
    need: 'edit',
    body: NewFeed,
    handle: async ({ ctx, accountId, user, body, res }) => {
      const filters = parseFilters(body.filters);
      if (filters.all.length === 0)
        throw new Problem('invalid_input', { title: 'A feed needs at least one filter.', parameter: 'filters' });
      res.code(201);
      const { number } = await createFeed(ctx, accountId, { name: body.name, filters, ownerId: user.id });
      return { id: number };
    },
  }),
  route({
    method: 'PATCH',
    path: '/feeds/:feedId',
    need: 'edit',
    body: FeedChange,
    handle: async ({ ctx, accountId, params, body: { name, filters } }) => {
      await updateFeed(ctx, accountId, params.feedId!, { name, ...(filters === undefined ? {} : { filters: parseFilters(filters) }) });
    },
  }),
  route({
    method: 'DELETE',
    path: '/feeds/:feedId',
    need: 'edit',
    handle: ({ ctx, accountId, params }) => deleteFeed(ctx, accountId, params.feedId!),
  }),
];
