import { getAccountSettings } from '../../../domain/settings/account-settings.ts';
import { operation } from '../../operation.ts';
import { DataProcessingSettingsV1, dataProcessingV1 } from '../../schemas/settings.ts';

export default operation({
  id: 'getDataProcessingSettings',
  group: 'Settings',
  summary: 'Get Data Processing Settings',
  status: 'available',
  method: 'GET',
  path: '/v1/settings/data-processing',
  scope: 'settings:read',
  account: 'required',
  data: DataProcessingSettingsV1,
  async handle({ ctx, account }) {
    const { processing } = await getAccountSettings(ctx, account.id);
    return { data: dataProcessingV1(account.id, processing) };
  },
});
