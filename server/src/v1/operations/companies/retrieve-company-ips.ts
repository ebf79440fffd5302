import { Type } from 'typebox';
import { listCompanyIps } from '../../../domain/companies/list-company-ips.ts';
import { operation } from '../../operation.ts';
import { Exact, OneOf, RecordId, RecordIds } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveCompanyIps',
  group: 'Companies',
  summary: 'Retrieve Company IPs',
  description:
    'The address blocks of up to 100 companies, most certain first: from the directory, from the company’s own networks, and the networks it holds from which it visited the account’s site. Never the address of a visitor.',
  status: 'available',
  method: 'GET',
  path: '/v1/companies/ips',
  scope: 'companies:read',
  account: 'required',
  credits: '1 credit per company with addresses, unless it is already revealed.',
  query: Type.Object({
    company_ids: RecordIds,
    max_ip_addresses: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  }),
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('company_ips'),
        id: RecordId,
        attributes: Exact({
          ip_addresses: Type.Array(
            Exact({
              ip: Type.String({ description: 'A block in CIDR notation.', examples: ['192.0.2.0/24'] }),
              confidence: Type.Number({ minimum: 0, maximum: 1 }),
              source: OneOf(['directory', 'own_network', 'visits']),
            }),
          ),
        }),
        relationships: Exact({ company: Exact({ type: Type.Literal('company'), id: RecordId }) }),
      },
      { $id: 'CompanyIpsV1' },
    ),
  ),
  example: { query: { company_ids: '1001,1002' } },
  async handle({ ctx, account, query, requestId }) {
    const request = { companyIds: query.company_ids.split(','), limit: query.max_ip_addresses ?? 10 };
    const { companies, charged } = await listCompanyIps(ctx, account, request, { operation: 'retrieveCompanyIps', requestId });
    return {
      credits: charged,
      data: companies.map(({ companyId, addresses }) => ({
        type: 'company_ips',
        id: companyId,
        attributes: { ip_addresses: addresses },
        relationships: { company: { type: 'company', id: companyId } },
      })),
    };
  },
});
