import { changeGroupName } from '../domain/companies/change-group-company.ts';
import { setGroupCompany } from '../domain/companies/set-group-company.ts';
import type { Job } from './index.ts';

export const changeGroupCompanyJob: Job = {
  name: changeGroupName,
  run: (ctx, { companyId, groupId }) => setGroupCompany(ctx.db, companyId as string, groupId as string | null, ctx.clock.now()),
};
