import { forgetAddresses } from '../domain/retention/forget-addresses.ts';
import type { Job } from './index.ts';

export const forgetAddressesJob: Job = { name: 'forget-addresses', schedule: '41 3 * * *', run: (ctx) => forgetAddresses(ctx) };
