import { Type } from 'typebox';
import { listFinancialReports } from '../../../domain/companies/list-financial-reports.ts';
import { operation } from '../../operation.ts';
import { Exact, OrNull, RecordId } from '../../schemas/resource.ts';

const amount = OrNull(Type.Number());

export default operation({
  id: 'companyFinancialReports',
  group: 'Companies',
  summary: 'Company Financial Reports',
  description: 'The annual reports of a company, newest first.',
  status: 'available',
  method: 'GET',
  path: '/v1/companies/{id}/financials',
  scope: 'companies:read',
  account: 'required',
  credits: '1 credit, unless the company is already revealed or has no reports.',
  params: Type.Object({ id: RecordId }),
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('financial_report'),
        id: Type.String(),
        attributes: Exact({
          year: Type.Integer(),
          currency: Type.String(),
          revenue: amount,
          earnings: amount,
          net_worth: amount,
          total_assets: amount,
          employees: OrNull(Type.Integer()),
          source: OrNull(Type.String()),
        }),
        relationships: Exact({ company: Exact({ type: Type.Literal('company'), id: RecordId }) }),
      },
      { $id: 'FinancialReportV1' },
    ),
  ),
  errors: [404],
  example: { params: { id: '1001' } },
  async handle({ ctx, account, params, requestId }) {
    const request = { operation: 'companyFinancialReports', requestId };
    const { companyId, reports, charged } = await listFinancialReports(ctx, account, params.id, request);
    const number = (value: string | null) => (value === null ? null : Number(value));
    return {
      credits: charged,
      data: reports.map((report) => ({
        type: 'financial_report',
        id: `${companyId}_${report.year}`,
        attributes: {
          year: report.year,
          currency: report.currency,
          revenue: number(report.revenue),
          earnings: number(report.earnings),
          net_worth: number(report.net_worth),
          total_assets: number(report.total_assets),
          employees: report.employees,
          source: report.source,
        },
        relationships: { company: { type: 'company', id: companyId } },
      })),
    };
  },
});
