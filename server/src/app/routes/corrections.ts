import Type from 'typebox';
import { createCorrection, deleteCorrection, listCorrections } from '../../domain/corrections/corrections.ts';
import { route } from '../route.ts';

const NewCorrection = Type.Object({
  target: Type.String({ minLength: 1, maxLength: 255 }),
  effect: Type.Enum(['company', 'not_a_company', 'ignore']),
  company: Type.Optional(Type.String({ maxLength: 255 })),
  companyName: Type.Optional(Type.String({ maxLength: 200 })),
});

/** Corrections of the identification. They apply to new visits immediately and to past visits in the background. */
export const correctionRoutes = [
  route({ method: 'GET', path: '/corrections', permission: 'view', handle: ({ ctx, accountId }) => listCorrections(ctx, accountId) }),
  route({
    method: 'POST',
    path: '/corrections',
    permission: 'edit',
    body: NewCorrection,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createCorrection(ctx, accountId, body);
    },
  }),
  route({
    method: 'DELETE',
    path: '/corrections/:correctionId',
    permission: 'edit',
    handle: async ({ ctx, accountId, params }) => {
      await deleteCorrection(ctx, accountId, params.correctionId);
    },
  }),
];
