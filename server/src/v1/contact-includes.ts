import { crmDepths } from './company-includes.ts';

/** Relations of a contact that can be included. */
export const contactIncludes: readonly string[] = [
  'company',
  'lists',
  'buyer_personas',
  ...crmDepths.map((depth) => `crm_connections${depth}`),
  ...crmDepths.map((depth) => `crm_suggestions${depth}`),
];
