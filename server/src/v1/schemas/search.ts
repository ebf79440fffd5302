import { Type } from 'typebox';
import { CountryCode, Exact, OneOf, RecordId } from './resource.ts';

const maxIds = 1000;
const texts = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 });
const optionalFlag = Type.Optional(Type.Boolean());

const optionalText = Type.Optional(Type.String({ maxLength: 200 }));

export const LocationCriterion = Exact({
  street: optionalText,
  postal_code: optionalText,
  city: optionalText,
  country_code: Type.Optional(CountryCode),
  region_code: optionalText,
  geo: Type.Optional(
    Exact({
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
      distance: Type.Number({ minimum: 0, maximum: 500, description: 'In kilometers.' }),
    }),
  ),
});

export const CompanyIndustryCriterion = Exact({ classification: OneOf(['internal', 'nace', 'wz']), codes: texts });
export const EmployeeRanges = Type.Array(OneOf(['1-10', '11-100', '101-500', '501-1.000', '1.001-5.000', '5.001-10.000', '10.000+']), {
  maxItems: 100,
});
export const RevenueCriterion = Exact({ min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) });

const companyCriteria = {
  search_terms: Type.Optional(texts),
  locations: Type.Optional(Type.Array(LocationCriterion, { maxItems: 100 })),
  industries: Type.Optional(CompanyIndustryCriterion),
  employee_ranges: Type.Optional(EmployeeRanges),
  revenue: Type.Optional(RevenueCriterion),
  icp_ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100 })),
  tag_ids: Type.Optional(Type.Array(RecordId, { maxItems: maxIds })),
  list_ids: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z]+_\\d{1,18}$' }), { maxItems: maxIds })),
  filters: Type.Optional(
    Exact({
      has_phone: optionalFlag,
      has_email: optionalFlag,
      has_social_media_profiles: optionalFlag,
      do_not_contact: optionalFlag,
      has_financials_revenue: optionalFlag,
      has_financials_earnings: optionalFlag,
      has_financials_net_worth: optionalFlag,
      has_ip_addresses: optionalFlag,
    }),
  ),
};

// `minProperties` accepts empty criteria such as `[]`; the use cases refuse a search that has no others.
export const CompanySearchV1 = Type.Object(companyCriteria, { additionalProperties: false, minProperties: 1, $id: 'CompanySearchV1' });

const contactCriteria = {
  search_terms: Type.Optional(texts),
  emails: Type.Optional(texts),
  company_ids: Type.Optional(Type.Array(RecordId, { maxItems: maxIds })),
  positions: Type.Optional(texts),
  departments: Type.Optional(texts),
  hierarchy_levels: Type.Optional(texts),
  affiliation: Type.Optional(OneOf(['current', 'former'])),
  buyer_persona_ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100 })),
  filters: Type.Optional(Exact({ has_email: optionalFlag, has_phone: optionalFlag })),
};

export const ContactSearchV1 = Type.Object(contactCriteria, { additionalProperties: false, minProperties: 1, $id: 'ContactSearchV1' });
