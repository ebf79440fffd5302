import { estimateContactData } from '../../../domain/contacts/estimate-contact-data.ts';
import { createRecordJob } from '../../../domain/record-jobs/create-record-job.ts';
import { operation } from '../../operation.ts';
import { FindContactDataJobV1, FindContactDataRequest } from '../../schemas/find-contact-data-job.ts';
import { recordJobV1 } from '../../schemas/record-job.ts';

export default operation({
  id: 'createFindContactDataJob',
  group: 'Contacts',
  summary: 'Create Find Contact Data Job',
  description:
    'Looks for e-mail addresses and telephone numbers of up to 1,000 contacts, or of all on a list of up to 500,000, in the background: in the contact directory and among identified visitors. Requires exactly one of contact_ids and list_id. Results are kept for 7 days; those of more than 10,000 contacts are not listed in the job, but in the contacts.',
  status: 'available',
  method: 'POST',
  path: '/v1/contacts/find-contact-data-jobs',
  scope: 'contacts:read',
  account: 'required',
  entitlement: 'contacts',
  credits: '1 credit per contact found, unless it is already revealed; charged while the job runs.',
  body: FindContactDataRequest('CreateFindContactDataJobRequestV1'),
  data: FindContactDataJobV1,
  success: 202,
  errors: [404],
  example: { body: { data: { type: 'find_contact_data_job', attributes: { contact_ids: ['1001'] } } } },
  async handle({ ctx, account, body }) {
    const { contact_ids, list_id } = body.data.attributes;
    const { recordIds, estimatedCredits } = await estimateContactData(ctx, account.id, { recordIds: contact_ids, listId: list_id });
    const configuration = { ...(contact_ids && { record_ids: contact_ids }), ...(list_id && { list_id }) };
    const job = await createRecordJob(ctx, account.id, { type: 'find_contact_data_job', configuration, recordIds, estimatedCredits });
    return {
      data: recordJobV1(job, 'contact_ids', 'contact'),
      location: `${ctx.config.publicUrl}/v1/contacts/find-contact-data-jobs/${job.id}?account_id=${account.id}`,
    };
  },
});
