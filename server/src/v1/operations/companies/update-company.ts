import { Type } from 'typebox';
import { setCompanyFields } from '../../../domain/companies/set-company-fields.ts';
import { operation } from '../../operation.ts';
import { UpdatedCompanyV1 } from '../../schemas/company.ts';
import { CustomFieldValueV1 } from '../../schemas/custom-field.ts';
import { Exact, RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'updateCompany',
  group: 'Companies',
  summary: 'Update Company',
  description:
    'Changes the given custom fields, all or none. Values must have the type of their field, dates are ISO 8601, null clears a value. There is one error per failing field; the status is the most severe one.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/companies/{id}',
  scope: 'custom_fields:write',
  account: 'required',
  params: Type.Object({ id: RecordId }),
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('company'),
        attributes: Exact({
          custom_fields: Type.Record(Type.String(), CustomFieldValueV1, { minProperties: 1, maxProperties: 100 }),
        }),
      }),
    },
    { $id: 'UpdateCompanyRequestV1' },
  ),
  data: UpdatedCompanyV1,
  errors: [404],
  example: {
    params: { id: '1001' },
    body: {
      data: { type: 'company', attributes: { custom_fields: { contract_value: { value: 1200 }, renewal_on: { value: '2027-01-31' } } } },
    },
  },
  async handle({ ctx, account, params, body }) {
    const { custom_fields: fields } = body.data.attributes;
    const patch = Object.fromEntries(Object.entries(fields).map(([id, { value }]) => [id, value]));
    const id = await setCompanyFields(ctx, account.id, params.id, patch);
    return { data: { type: 'company', id, attributes: { custom_fields: fields } } };
  },
});
