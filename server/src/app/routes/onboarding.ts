import Type from 'typebox';
import { createSampleAccount } from '../../domain/onboarding/create-sample-account.ts';
import { deleteSampleAccount } from '../../domain/onboarding/delete-sample-account.ts';
import { getChecklist, hideChecklist } from '../../domain/onboarding/get-checklist.ts';
import { route, sharedRoute, userRoute } from '../route.ts';

const NewSample = Type.Object({ name: Type.String({ maxLength: 200 }), timezone: Type.String({ maxLength: 100 }) });

/** The onboarding checklist of an account. */
export const checklistRoutes = [
  sharedRoute({ path: '/checklist', handle: ({ ctx, accountId }) => getChecklist(ctx, accountId) }),
  route({ method: 'DELETE', path: '/checklist', permission: 'manage', handle: ({ ctx, accountId }) => hideChecklist(ctx, accountId) }),
];

/** Sample data is in a separate account, so these routes are outside of any account. */
export const sampleRoutes = [
  userRoute({
    method: 'POST',
    path: '/sample-accounts',
    body: NewSample,
    handle: ({ ctx, user, body, res }) => {
      res.code(201);
      return createSampleAccount(ctx, user, ctx.accountCreation, body);
    },
  }),
  userRoute({
    method: 'DELETE',
    path: '/sample-accounts/:sampleId',
    handle: ({ ctx, user, params }) => deleteSampleAccount(ctx, user, params.sampleId),
  }),
];
