import { Type } from 'typebox';
import { CustomFieldValues } from './custom-field.ts';
import { Day, Exact, OneOf, OrNull, RecordId, Timestamp } from './resource.ts';
import { WebVisitAttributes } from './web-visit-attributes.ts';

const text = OrNull(Type.String());
const number = OrNull(Type.Number());
export const money = OrNull(Exact({ value: number, currency: text, year: OrNull(Type.Integer()), estimated: OrNull(Type.Boolean()) }));
const Codes = Type.Array(Exact({ code: Type.String(), name: Type.String() }));

const CrmOwner = Exact({
  type: Type.Literal('crm_owner'),
  id: Type.String(),
  attributes: Type.Optional(Exact({ name: text, email: text })),
});
const CrmRecord = Exact({
  type: Type.Literal('crm_record'),
  id: Type.String(),
  attributes: Type.Optional(
    Exact({
      crm: Type.String(),
      record_type: Type.String(),
      external_id: Type.String(),
      name: Type.String(),
      url: text,
      stage: text,
      updated_at: Timestamp,
    }),
  ),
  relationships: Type.Optional(Exact({ crm_owner: OrNull(CrmOwner) })),
});
const connection = {
  id: Type.String(),
  attributes: Type.Optional(Exact({ matched_on: Type.String() })),
  relationships: Type.Optional(Exact({ crm_record: CrmRecord })),
};
export const CrmConnection = Exact({ type: Type.Literal('crm_connection'), ...connection });
export const CrmSuggestion = Exact({ type: Type.Literal('crm_suggestion'), ...connection });
const CrmGroupConnection = Exact({
  type: Type.Literal('crm_group_connection'),
  id: Type.String(),
  attributes: Type.Optional(Exact({ matched_on: Type.String() })),
  relationships: Type.Optional(Exact({ crm_connection: CrmConnection })),
});

export const CompanyAddress = Exact({
  street_address: text,
  postal_code: text,
  city: text,
  region: text,
  region_code: text,
  country: text,
  country_code: text,
  latitude: number,
  longitude: number,
});
export const CompanyIndustries = Exact({ industry: Codes, nace: Codes, wz: Codes });

export const CompanyAttributes = Exact(
  {
    name: Type.String(),
    alternative_names: Type.Array(Type.String()),
    description: text,
    url: text,
    alternative_urls: Type.Array(Type.String()),
    domain: text,
    email: text,
    phone_numbers: Type.Array(Type.String()),
    logo_url: text,
    founded_year: OrNull(Type.Integer()),
    legal_form: text,
    register: Exact({ id: text, location: text, status: text }),
    vat_id: text,
    address: CompanyAddress,
    industries: CompanyIndustries,
    employee_count: OrNull(Type.Integer()),
    employee_range: text,
    revenue: money,
    earnings: money,
    net_worth: money,
    social_media_profiles: Type.Record(Type.String(), Type.Array(Exact({ url: Type.String() }))),
    keywords: Type.Array(Type.String()),
    customer_orientation: OrNull(OneOf(['b2b', 'b2c', 'both'])),
    intent: Exact({ score: number, score_tier: OrNull(OneOf(['high', 'medium', 'low'])), last_updated_at: OrNull(Timestamp) }),
    web_engagement: Exact({ first_visit_date: OrNull(Day), last_visit_date: OrNull(Day), visits: Type.Integer() }),
    custom_fields: CustomFieldValues,
    meta: Exact({ do_not_contact: Type.Boolean(), num_contacts: Type.Integer(), emailed_to: Type.Array(Type.String()) }),
  },
  { $id: 'CompanyAttributesV1' },
);

/** A list that contains the record, with its attributes if included. */
export const ListReference = Exact({
  type: Type.Literal('list'),
  id: Type.String(),
  attributes: Type.Optional(
    Exact({
      name: Type.String(),
      scope: OneOf(['company', 'contact']),
      kind: OneOf(['static', 'revealed', 'crm', 'feed']),
      read_only: Type.Boolean(),
      item_count: Type.Integer(),
      created_at: Timestamp,
    }),
  ),
});

export const CompanyV1 = Exact(
  {
    type: Type.Literal('company'),
    id: RecordId,
    attributes: CompanyAttributes,
    relationships: Exact({
      group_company: OrNull(
        Exact({
          type: Type.Literal('group_company'),
          id: RecordId,
          attributes: Type.Optional(Exact({ name: Type.String(), domain: text, url: text, logo_url: text })),
        }),
      ),
      tags: Type.Array(
        Exact({
          type: Type.Literal('tag'),
          id: RecordId,
          attributes: Type.Optional(Exact({ name: Type.String(), color: Type.Integer({ minimum: 0, maximum: 9 }) })),
        }),
      ),
      lists: Type.Array(ListReference),
      web_visits: Type.Array(Exact({ type: Type.Literal('web_visit'), id: Type.String(), attributes: Type.Optional(WebVisitAttributes) }), {
        description: 'The newest twenty.',
      }),
      icps: Type.Array(Exact({ type: Type.Literal('icp'), id: Type.String(), attributes: Type.Optional(Exact({ name: Type.String() })) })),
      crm_connections: Type.Array(CrmConnection),
      crm_suggestions: Type.Array(CrmSuggestion),
      crm_group_connections: Type.Array(CrmGroupConnection),
    }),
  },
  { $id: 'CompanyV1' },
);

export const UpdatedCompanyV1 = Exact(
  { type: Type.Literal('company'), id: RecordId, attributes: Exact({ custom_fields: CustomFieldValues }) },
  { $id: 'UpdatedCompanyV1' },
);
