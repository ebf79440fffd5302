import { updateAccountSettings } from '../../../domain/settings/account-settings.ts';
import { operation } from '../../operation.ts';
import { DataProcessingSettingsV1, dataProcessingV1, UpdateDataProcessing } from '../../schemas/settings.ts';

export default operation({
  id: 'updateDataProcessingSettings',
  group: 'Settings',
  summary: 'Update Data Processing Settings',
  description:
    'How visitor data is processed. A change takes effect with the next event. Settings that are not in the body stay unchanged.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/settings/data-processing',
  scope: 'settings:write',
  account: 'required',
  body: UpdateDataProcessing,
  data: DataProcessingSettingsV1,
  example: { body: { data: { type: 'data_processing_settings', attributes: { ip_storage: 'none', excluded_ips: ['192.0.2.0/24'] } } } },
  async handle({ ctx, account, body }) {
    const { processing } = await updateAccountSettings(ctx, account.id, { processing: body.data.attributes });
    return { data: dataProcessingV1(account.id, processing) };
  },
});
