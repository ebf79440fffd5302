import { Type } from 'typebox';
import { listCompanyMatches } from '../../../domain/icps/list-company-matches.ts';
import { operation } from '../../operation.ts';
import { Exact, RecordId, RecordIds, Uuid } from '../../schemas/resource.ts';

const named = Type.Optional(Exact({ name: Type.String() }));

export default operation({
  id: 'retrieveCompanyIcpMatches',
  group: 'Ideal Customer Profiles',
  summary: 'Retrieve Company ICP Matches',
  description:
    'The ideal customer profiles that up to 100 companies match, with the criteria that are met and those that are not. A match meets all required criteria; its score is the share of all criteria that are met, including optional ones.',
  status: 'available',
  method: 'GET',
  path: '/v1/icps/company-matches',
  scope: 'icps:read',
  account: 'required',
  include: ['company', 'icp'],
  query: Type.Object({ company_ids: RecordIds, 'filter[icp_id]': Type.Optional(Uuid) }),
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('company_icp_match'),
        id: Type.String(),
        attributes: Exact({
          score: Type.Number({ minimum: 0, maximum: 1 }),
          matched: Type.Array(Type.String()),
          missed: Type.Array(Type.String()),
        }),
        relationships: Exact({
          company: Exact({ type: Type.Literal('company'), id: RecordId, attributes: named }),
          icp: Exact({ type: Type.Literal('icp'), id: Uuid, attributes: named }),
        }),
      },
      { $id: 'CompanyIcpMatchV1' },
    ),
  ),
  example: { query: { company_ids: '1001,1002' } },
  async handle({ ctx, account, query, include }) {
    const icpId = query['filter[icp_id]'];
    const matches = await listCompanyMatches(ctx, account.id, {
      companyIds: query.company_ids.split(','),
      ...(icpId !== undefined && { icpIds: [icpId] }),
    });
    return {
      data: matches.map((match) => ({
        type: 'company_icp_match',
        id: `${match.companyId}_${match.icpId}`,
        attributes: { score: Math.round(match.score * 100) / 100, matched: match.matched, missed: match.missed },
        relationships: {
          company: { type: 'company', id: match.companyId, ...(include.has('company') && { attributes: { name: match.companyName } }) },
          icp: { type: 'icp', id: match.icpId, ...(include.has('icp') && { attributes: { name: match.icpName } }) },
        },
      })),
    };
  },
});
