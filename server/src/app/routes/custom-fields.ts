import Type from 'typebox';
import { settableTypes } from '../../domain/custom-fields/custom-field.ts';
import { listFields } from '../../domain/custom-fields/list-fields.ts';
import { createField, deleteField, updateField } from '../../domain/custom-fields/write-fields.ts';
import { route } from '../route.ts';

const FieldName = Type.String({ minLength: 1, maxLength: 100 });
// Null must come first; otherwise the validator would convert it to an empty string.
const Description = Type.Union([Type.Null(), Type.String({ maxLength: 500 })]);
const NewField = Type.Object({
  name: FieldName,
  type: Type.Enum([...settableTypes]),
  description: Type.Optional(Description),
});
const FieldChange = Type.Object({ name: Type.Optional(FieldName), description: Type.Optional(Description) });

export const customFieldRoutes = [
  route({
    method: 'GET',
    path: '/custom-fields',
    permission: 'view',
    handle: async ({ ctx, accountId }) => (await listFields(ctx, accountId, { scope: 'company', offset: 0, limit: 500 })).fields,
  }),
  route({
    method: 'POST',
    path: '/custom-fields',
    permission: 'manage',
    body: NewField,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createField(ctx, accountId, { ...body, scope: 'company' });
    },
  }),
  route({
    method: 'PATCH',
    path: '/custom-fields/:fieldId',
    permission: 'manage',
    body: FieldChange,
    handle: ({ ctx, accountId, params, body }) => updateField(ctx, accountId, params.fieldId, body),
  }),
  route({
    method: 'DELETE',
    path: '/custom-fields/:fieldId',
    permission: 'manage',
    handle: ({ ctx, accountId, params }) => deleteField(ctx, accountId, params.fieldId),
  }),
];
