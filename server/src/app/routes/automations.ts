import Type from 'typebox';
import { listAutomationRuns } from '../../domain/automations/list-automation-runs.ts';
import { listAutomations } from '../../domain/automations/list-automations.ts';
import { previewAutomation } from '../../domain/automations/preview-automation.ts';
import { createAutomation, deleteAutomation, updateAutomation } from '../../domain/automations/write-automations.ts';
import { route } from '../route.ts';
import { RecordId } from './shapes.ts';

const OptionalId = Type.Union([RecordId, Type.Null()]);
const FeedId = Type.String({ minLength: 1, maxLength: 40 });
const NewAutomation = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  feedId: FeedId,
  actions: Type.Object(
    {
      tagId: OptionalId,
      assigneeId: OptionalId,
      // Null must come first; otherwise the validator would convert it to an empty string.
      listId: Type.Union([Type.Null(), Type.String({ maxLength: 40 })]),
      notify: Type.Array(RecordId, { maxItems: 50 }),
      webhook: Type.Union([Type.Null(), Type.String({ maxLength: 2000 })]),
    },
    { additionalProperties: false },
  ),
});
const Automation = Type.Object({ ...NewAutomation.properties, isOn: Type.Boolean() });

/** Automations act on companies when they enter a feed. */
export const automationRoutes = [
  route({ method: 'GET', path: '/automations', permission: 'view', handle: ({ ctx, accountId }) => listAutomations(ctx, accountId) }),
  route({
    method: 'POST',
    path: '/automations',
    permission: 'manage',
    body: NewAutomation,
    handle: async ({ ctx, accountId, user, body, res }) => {
      res.code(201);
      return createAutomation(ctx, accountId, { ...body, createdBy: user.id });
    },
  }),
  route({
    method: 'GET',
    path: '/automation-preview',
    permission: 'view',
    query: Type.Object({ feed: FeedId }),
    handle: ({ ctx, accountId, query }) => previewAutomation(ctx, accountId, query.feed),
  }),
  route({
    method: 'PUT',
    path: '/automations/:automationId',
    permission: 'manage',
    body: Automation,
    handle: ({ ctx, accountId, params, body }) => updateAutomation(ctx, accountId, params.automationId, body),
  }),
  route({
    method: 'DELETE',
    path: '/automations/:automationId',
    permission: 'manage',
    handle: ({ ctx, accountId, params }) => deleteAutomation(ctx, accountId, params.automationId),
  }),
  route({
    method: 'GET',
    path: '/automations/:automationId/runs',
    permission: 'view',
    handle: ({ ctx, accountId, params }) => listAutomationRuns(ctx, accountId, params.automationId),
  }),
];
