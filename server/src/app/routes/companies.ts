import Type from 'typebox';
import { listActivities } from '../../domain/workspace/activities.ts';
import { getLeadPage } from '../../domain/workspace/get-lead-page.ts';
import { listLeadVisits } from '../../domain/workspace/list-lead-visits.ts';
import { deleteNote, listNotes, writeNote } from '../../domain/workspace/notes.ts';
import { route } from '../route.ts';

const VisitsQuery = Type.Object({ before: Type.Optional(Type.String({ maxLength: 60 })) });
const NewNote = Type.Object({ body: Type.String({ minLength: 1, maxLength: 5000 }) });

export const companyRoutes = [
  route({
    method: 'GET',
    path: '/companies/:companyId',
    need: 'view',
    handle: ({ ctx, accountId, params }) => getLeadPage(ctx, accountId, params.companyId!),
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId/visits',
    need: 'view',
    query: VisitsQuery,
    handle: async ({ ctx, accountId, params, query }) => {
      const { companyId } = await getLeadPage(ctx, accountId, params.companyId!);
      return listLeadVisits(ctx, accountId, companyId, query.before ?? null);
    },
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId/notes',
    need: 'view',
    handle: ({ ctx, accountId, params }) => listNotes(ctx, accountId, params.companyId!),
  }),
  route({
    method: 'POST',
    path: '/companies/:companyId/notes',
    need: 'edit',
    body: NewNote,
    handle: ({ ctx, accountId, user, params, body }) =>
      writeNote(ctx, accountId, user.id, { companyId: params.companyId!, body: body.body }),
  }),
  route({
    method: 'DELETE',
    path: '/notes/:noteId',
    need: 'edit',
    handle: ({ ctx, accountId, user, params }) => deleteNote(ctx, accountId, user.id, params.noteId!),
  }),
  route({
    method: 'GET',
    path: '/companies/:companyId/activities',
    need: 'view',
    handle: ({ ctx, accountId, params }) => listActivities(ctx, accountId, params.companyId!),
  }),
];
