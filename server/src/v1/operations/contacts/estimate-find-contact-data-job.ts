import { estimateContactData } from '../../../domain/contacts/estimate-contact-data.ts';
import { operation } from '../../operation.ts';
import { FindContactDataEstimateV1, FindContactDataRequest } from '../../schemas/find-contact-data-job.ts';
import { estimateV1 } from '../../schemas/record-job.ts';

export default operation({
  id: 'estimateFindContactDataJob',
  group: 'Contacts',
  summary: 'Estimate Find Contact Data Job',
  description: 'The maximum cost of a job with this body. Nothing is started or charged.',
  status: 'available',
  method: 'POST',
  path: '/v1/contacts/find-contact-data-jobs/estimate',
  scope: 'contacts:read',
  account: 'required',
  entitlement: 'contacts',
  body: FindContactDataRequest('EstimateFindContactDataJobRequestV1'),
  data: FindContactDataEstimateV1,
  errors: [404],
  example: { body: { data: { type: 'find_contact_data_job', attributes: { contact_ids: ['1001'] } } } },
  async handle({ ctx, account, body }) {
    const { contact_ids, list_id } = body.data.attributes;
    const estimate = await estimateContactData(ctx, account.id, { recordIds: contact_ids, listId: list_id });
    return { data: estimateV1('find_contact_data_estimate', estimate) };
  },
});
