import { Type } from 'typebox';
import { updateContact } from '../../../domain/contacts/update-contact.ts';
import { operation } from '../../operation.ts';
import { CustomFieldValues, CustomFieldValueV1 } from '../../schemas/custom-field.ts';
import { Exact, RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'updateContact',
  group: 'Contacts',
  summary: 'Update a Contact',
  description:
    'Changes the given custom fields and do_not_contact for this account, all or none. Values must have the type of their field, dates are ISO 8601, null clears a value. There is one error per failing field; the status is the most severe one.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/contacts/{id}',
  scope: 'contacts:write',
  account: 'required',
  entitlement: 'contacts',
  params: Type.Object({ id: RecordId }),
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('contact'),
        attributes: Type.Object(
          {
            custom_fields: Type.Optional(Type.Record(Type.String(), CustomFieldValueV1, { minProperties: 1, maxProperties: 100 })),
            do_not_contact: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false, minProperties: 1 },
        ),
      }),
    },
    { $id: 'UpdateContactRequestV1' },
  ),
  data: Exact(
    {
      type: Type.Literal('contact'),
      id: RecordId,
      attributes: Exact({ custom_fields: Type.Optional(CustomFieldValues), do_not_contact: Type.Optional(Type.Boolean()) }),
    },
    { $id: 'UpdatedContactV1' },
  ),
  errors: [404],
  example: { params: { id: '1001' }, body: { data: { type: 'contact', attributes: { do_not_contact: true } } } },
  async handle({ ctx, account, params, body }) {
    const { custom_fields: fields, do_not_contact: doNotContact } = body.data.attributes;
    const id = await updateContact(ctx, account.id, params.id, {
      ...(fields !== undefined && { fields: Object.fromEntries(Object.entries(fields).map(([id, { value }]) => [id, value])) }),
      ...(doNotContact !== undefined && { doNotContact }),
    });
    return { data: { type: 'contact', id, attributes: body.data.attributes } };
  },
});
