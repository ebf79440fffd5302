import { Type } from 'typebox';
import { departments, hierarchyLevels } from '../../domain/contacts/departments.ts';
import { CrmConnection, CrmSuggestion, ListReference } from './company.ts';
import { CustomFieldValues } from './custom-field.ts';
import { Exact, OneOf, OrNull, RecordId, Timestamp, Uuid } from './resource.ts';

const text = OrNull(Type.String());
const ContactCompany = Exact({
  type: Type.Literal('company'),
  id: RecordId,
  attributes: Type.Optional(Exact({ name: Type.String(), domain: text, url: text })),
});
const names = { first_name: text, last_name: text, full_name: Type.String(), title: text };
const position = { department: OneOf(departments), hierarchy_level: OneOf(hierarchyLevels) };

export const ContactV1 = Exact(
  {
    type: Type.Literal('contact'),
    id: RecordId,
    attributes: Exact({
      ...names,
      ...position,
      affiliation: OneOf(['current', 'former']),
      emails: Type.Array(Exact({ value: Type.String(), status: Type.String() })),
      phone_numbers: Type.Array(Type.String()),
      social_media_profiles: Type.Record(Type.String(), Type.Array(Exact({ url: Type.String() }))),
      country_code: text,
      do_not_contact: Type.Boolean(),
      custom_fields: CustomFieldValues,
      updated_at: Timestamp,
    }),
    relationships: Exact({
      company: ContactCompany,
      lists: Type.Array(ListReference),
      buyer_personas: Type.Array(
        Exact({ type: Type.Literal('buyer_persona'), id: Uuid, attributes: Type.Optional(Exact({ name: Type.String() })) }),
      ),
      crm_connections: Type.Array(CrmConnection),
      crm_suggestions: Type.Array(CrmSuggestion),
    }),
  },
  { $id: 'ContactV1' },
);

export const ContactSummaryV1 = Exact(
  {
    type: Type.Literal('contact_summary'),
    id: RecordId,
    attributes: Exact({ ...names, ...position, has_email: Type.Boolean(), has_phone: Type.Boolean() }),
    relationships: Exact({
      company: Exact({
        type: Type.Literal('company'),
        id: RecordId,
        attributes: Type.Optional(Exact({ name: Type.String(), domain: text })),
      }),
    }),
  },
  { $id: 'ContactSummaryV1' },
);
