import { Type } from 'typebox';
import { matchCompanies } from '../../../domain/companies/match-companies.ts';
import type { MatchInput } from '../../../domain/companies/match-keys.ts';
import { Problem } from '../../../domain/problem.ts';
import { noCredits, operation } from '../../operation.ts';
import { CompanySummaryV1, companySummaryV1 } from '../../schemas/company-summary.ts';
import { CountryCode, Exact, OneOf } from '../../schemas/resource.ts';

const text = Type.Optional(Type.String({ minLength: 1, maxLength: 500 }));
const identifyingFields = ['company_name', 'url', 'email', 'vat_id', 'register_id'] as const;

export default operation({
  id: 'matchCompanies',
  group: 'Companies',
  summary: 'Match Companies',
  description:
    'Finds companies by name, website, e-mail address, tax number or register number; a telephone number or an address improves the match. The response has one array per input, in the same order, with the best match first.',
  status: 'available',
  method: 'POST',
  path: '/v1/companies/match',
  scope: 'companies:read',
  account: 'required',
  credits: noCredits,
  query: Type.Object({ max_results_per_company: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5 })) }),
  body: Exact(
    {
      companies: Type.Array(
        Exact({
          company_name: text,
          url: text,
          email: text,
          phone: text,
          country: text,
          country_code: Type.Optional(CountryCode),
          city: text,
          postal_code: text,
          street: text,
          register_id: text,
          register_location: text,
          vat_id: text,
        }),
        { minItems: 1, maxItems: 200 },
      ),
    },
    { $id: 'MatchCompaniesRequestV1' },
  ),
  data: Type.Array(
    Type.Array(
      Exact(
        {
          type: Type.Literal('company_match'),
          id: Type.String(),
          attributes: Exact({
            match_score: Type.Number({ minimum: 0, maximum: 1, description: 'Confidence of the match.' }),
            matched_on: Type.Array(
              OneOf(['company_name', 'url', 'email', 'phone', 'vat_id', 'register_id', 'country', 'city', 'postal_code', 'street']),
            ),
          }),
          relationships: Exact({ company_summary: CompanySummaryV1 }),
        },
        { $id: 'CompanyMatchV1' },
      ),
    ),
  ),
  example: { body: { companies: [{ company_name: 'Siemens AG', country_code: 'DE' }, { url: 'https://www.sap.com' }] } },
  async handle({ ctx, account, query, body }) {
    const inputs: MatchInput[] = body.companies;
    const unidentifiedIndex = inputs.findIndex((input) => identifyingFields.every((key) => input[key] === undefined));
    if (unidentifiedIndex >= 0) {
      throw new Problem('invalid_input', {
        title: `Specify at least one of ${identifyingFields.join(', ')}.`,
        pointer: `/companies/${unidentifiedIndex}`,
      });
    }
    const matchesByInput = await matchCompanies(ctx, account.id, inputs, query.max_results_per_company ?? 5);
    return {
      data: matchesByInput.map((matches) =>
        matches.map(({ summary, score, matchedOn }) => ({
          type: 'company_match',
          id: summary.id,
          attributes: { match_score: score, matched_on: matchedOn },
          relationships: { company_summary: companySummaryV1(summary) },
        })),
      ),
    };
  },
});
