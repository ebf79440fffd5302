import Type from 'typebox';
import { tableFormats } from '../../domain/exports/export-request.ts';
import { listExports, openExport } from '../../domain/exports/list-exports.ts';
import { requestExport } from '../../domain/exports/request-export.ts';
import { checkFilters } from '../../domain/feeds/check-filters.ts';
import { getFeed } from '../../domain/feeds/get-feed.ts';
import { leadSorts } from '../../domain/feeds/lead-sort.ts';
import { route } from '../route.ts';
import { Day, RecordId } from './shapes.ts';

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  report: 'application/json; charset=utf-8',
};

const NewExport = Type.Object({
  format: Type.Enum([...tableFormats]),
  from: Day,
  to: Day,
  feed: Type.String({ maxLength: 40, default: 'all_leads' }),
  filters: Type.Optional(Type.Unknown()),
  search: Type.String({ maxLength: 200, default: '' }),
  sort: Type.Enum([...leadSorts], { default: 'last_visit' }),
  order: Type.Enum(['asc', 'desc'], { default: 'desc' }),
  companyIds: Type.Optional(Type.Array(RecordId, { minItems: 1, maxItems: 1000 })),
});

/** Export files are created in the background and can be downloaded for a week. */
export const exportRoutes = [
  route({ method: 'GET', path: '/exports', permission: 'view', handle: ({ ctx, accountId }) => listExports(ctx, accountId) }),
  route({
    method: 'POST',
    path: '/exports',
    permission: 'edit',
    body: NewExport,
    handle: async ({ ctx, accountId, user, body, res }) => {
      await getFeed(ctx, accountId, body.feed);
      const filters = await checkFilters(ctx, accountId, body.filters ?? { all: [] });
      const selection = {
        filters,
        search: body.search,
        sort: body.sort,
        descending: body.order === 'desc',
        companyIds: body.companyIds ?? null,
      };
      const days = { startDate: body.from, endDate: body.to };
      const { id } = await requestExport(ctx, {
        accountId,
        userId: user.id,
        feedId: body.feed,
        ...days,
        table: { format: body.format, selection },
      });
      res.code(202);
      return { id };
    },
  }),
  route({
    method: 'GET',
    path: '/exports/:exportId/file',
    permission: 'view',
    handle: async ({ ctx, accountId, params, res }) => {
      const { size, read, name, format } = await openExport(ctx, accountId, params.exportId);
      res.header('content-disposition', `attachment; filename="${name}"`).header('content-length', size).type(contentTypes[format]);
      return read();
    },
  }),
];
