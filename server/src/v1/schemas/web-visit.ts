import { Type } from 'typebox';
import { LocationAttributes, VisitorCompany } from './company-location.ts';
import { Exact, OrNull, RecordId } from './resource.ts';
import { WebVisitAttributes } from './web-visit-attributes.ts';

const text = OrNull(Type.String());

/**
 * A visit; its company is null only if visits without a company were requested. The contact is the directory entry with the visitor's
 * e-mail address.
 */
export const WebVisitV1 = Exact(
  {
    type: Type.Literal('web_visit'),
    id: Type.String({ format: 'uuid' }),
    attributes: WebVisitAttributes,
    relationships: Exact({
      company: OrNull(VisitorCompany),
      location: Exact({ type: Type.Literal('location'), id: RecordId, attributes: LocationAttributes }),
      contact: OrNull(
        Exact({
          type: Type.Literal('contact'),
          id: RecordId,
          attributes: Type.Optional(
            Exact({ full_name: Type.String(), title: text, department: Type.String(), hierarchy_level: Type.String() }),
          ),
        }),
      ),
    }),
  },
  { $id: 'WebVisitV1' },
);
