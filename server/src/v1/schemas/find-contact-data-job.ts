import { Type } from 'typebox';
import { ListId } from './list.ts';
import { EstimateV1, jobRecords, recordJobSchema } from './record-job.ts';
import { Exact, OneOf, RecordId } from './resource.ts';

/** A request must have exactly one of contact_ids and list_id, which the use case checks. */
const contactDataTarget = { contact_ids: Type.Optional(jobRecords), list_id: Type.Optional(ListId) };

export const FindContactDataRequest = (name: string) =>
  Exact({ data: Exact({ type: Type.Literal('find_contact_data_job'), attributes: Exact(contactDataTarget) }) }, { $id: name });

export const FindContactDataJobV1 = recordJobSchema(
  'find_contact_data_job',
  'FindContactDataJobV1',
  Exact(contactDataTarget),
  Exact({
    type: Type.Literal('contact'),
    id: RecordId,
    status: OneOf(['found', 'no_data', 'not_found']),
    emails: Type.Optional(Type.Array(Exact({ value: Type.String(), status: Type.String() }))),
    phone_numbers: Type.Optional(Type.Array(Type.String())),
  }),
);

export const FindContactDataEstimateV1 = EstimateV1('find_contact_data_estimate', 'FindContactDataEstimateV1');
