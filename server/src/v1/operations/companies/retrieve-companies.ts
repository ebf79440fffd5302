import { Type } from 'typebox';
import { retrieveCompanies } from '../../../domain/companies/retrieve-companies.ts';
import { companyIncludes } from '../../company-includes.ts';
import { operation } from '../../operation.ts';
import { companyV1 } from '../../present/company.ts';
import { CompanyV1 } from '../../schemas/company.ts';
import { RecordIds } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveCompanies',
  group: 'Companies',
  summary: 'Retrieve Companies',
  description:
    'The complete records of up to 100 companies, in the order in which the ids are given. Unknown ids are omitted. All are charged, or none.',
  status: 'available',
  method: 'GET',
  path: '/v1/companies',
  scope: 'companies:read',
  account: 'required',
  credits: '1 credit per company, unless it was revealed within the previous 12 months or has visited the account’s site.',
  include: companyIncludes,
  query: Type.Object({ ids: RecordIds }),
  data: Type.Array(CompanyV1),
  example: { query: { ids: '1001,1002' } },
  async handle({ ctx, account, query, include, requestId }) {
    const ids = query.ids.split(',');
    const { records, charged } = await retrieveCompanies(ctx, account, ids, { include, operation: 'retrieveCompanies', requestId });
    return {
      data: records.map((record) => companyV1(record, { include, timezone: account.timezone, aliases: ctx.config.earlierAliases })),
      credits: charged,
    };
  },
});
