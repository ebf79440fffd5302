import { Type } from 'typebox';
import { getCompany } from '../../../domain/companies/get-company.ts';
import { companyIncludes } from '../../company-includes.ts';
import { operation } from '../../operation.ts';
import { companyV1 } from '../../present/company.ts';
import { CompanyV1 } from '../../schemas/company.ts';
import { RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'getCompany',
  group: 'Companies',
  summary: 'Get Company',
  description: 'The complete record of a company. A previous id of a merged company returns the current company.',
  status: 'available',
  method: 'GET',
  path: '/v1/companies/{id}',
  scope: 'companies:read',
  account: 'required',
  credits: '1 credit, unless the company was revealed within the previous 12 months or has visited the account’s site.',
  include: companyIncludes,
  params: Type.Object({ id: RecordId }),
  data: CompanyV1,
  errors: [404],
  example: { params: { id: '1001' } },
  async handle({ ctx, account, params, include, requestId }) {
    const record = await getCompany(ctx, account, { companyId: params.id, include, operation: 'getCompany', requestId });
    return {
      data: companyV1(record, { include, timezone: account.timezone, aliases: ctx.config.earlierAliases }),
      credits: record.charged,
    };
  },
});
