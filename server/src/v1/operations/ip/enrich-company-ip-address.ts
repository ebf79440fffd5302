import { Type } from 'typebox';
import { loadSummaries } from '../../../domain/companies/load-summaries.ts';
import { revealCompanies } from '../../../domain/companies/reveal-companies.ts';
import { enrichAddress } from '../../../domain/enrichment/enrich-address.ts';
import { noCompanyReason } from '../../../domain/identification/no-company-reason.ts';
import { countryName } from '../../../lib/country-name.ts';
import { operation } from '../../operation.ts';
import { NoCompanyReason } from '../../schemas/no-company-reason.ts';
import { Exact, OneOf, OrNull, RecordId } from '../../schemas/resource.ts';

const text = OrNull(Type.String());

export default operation({
  id: 'enrichCompanyIpAddress',
  group: 'IP',
  summary: 'Enrich Company IP Address',
  description:
    'The company behind an IP address, its location and the evidence. Corrections of the account apply. Private and reserved addresses are rejected.',
  status: 'available',
  method: 'GET',
  path: '/v1/ip/enrich',
  scope: 'ip:read',
  account: 'required',
  entitlement: 'ip_enrichment',
  credits: '1 credit if a company is found, unless it is already revealed.',
  include: ['company'],
  query: Type.Object({ ip: Type.String({ minLength: 2, maxLength: 100, examples: ['143.164.1.10'] }) }),
  data: Exact(
    {
      type: Type.Literal('ip_enrichment'),
      id: Type.String(),
      attributes: Exact({
        ip: Type.String(),
        kind: OneOf(['business', 'isp', 'hosting', 'vpn', 'education', 'government', 'unknown']),
        confidence: Type.Number({ minimum: 0, maximum: 1 }),
        network: OrNull(Exact({ cidr: Type.String(), asn: Type.Integer(), organization: text })),
        location: OrNull(Exact({ city: text, region: text, country: text, country_code: text })),
        evidence: Type.Array(Exact({ source: Type.String(), detail: Type.String(), weight: Type.Number() })),
        no_company_reason: OrNull(NoCompanyReason),
      }),
      relationships: Exact({
        company: OrNull(
          Exact({ type: Type.Literal('company'), id: RecordId, attributes: Type.Optional(Exact({ name: Type.String(), domain: text })) }),
        ),
      }),
    },
    { $id: 'IpEnrichmentV1' },
  ),
  example: { query: { ip: '143.164.1.10' } },
  async handle({ ctx, account, query, include, requestId }) {
    const { ip, verdict, location, companyId } = await enrichAddress(ctx, account.id, query.ip);
    const companyIds = companyId === null ? [] : [companyId];
    const credits = await revealCompanies(ctx, account, companyIds, { operation: 'enrichCompanyIpAddress', requestId });
    // The evidence can name the company differently from the directory.
    const [company] = include.has('company') ? [...(await loadSummaries(ctx, account.id, companyIds)).values()] : [];
    return {
      credits,
      data: {
        type: 'ip_enrichment',
        id: ip,
        attributes: {
          ip,
          kind: verdict.kind,
          confidence: Math.round(verdict.confidence * 1000) / 1000,
          network: verdict.network,
          location:
            location === null
              ? null
              : {
                  city: location.city,
                  region: location.region,
                  country: countryName(location.countryCode),
                  country_code: location.countryCode,
                },
          evidence: verdict.evidence.map(({ source, detail, weight }) => ({ source, detail, weight })),
          no_company_reason: companyId === null ? noCompanyReason(verdict) : null,
        },
        relationships: {
          company:
            companyId === null
              ? null
              : { type: 'company', id: companyId, ...(company && { attributes: { name: company.name, domain: company.domain } }) },
        },
      },
    };
  },
});
