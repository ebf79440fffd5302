const crmDepths = ['', '.crm_record', '.crm_record.crm_owner'];

/** Relations of a contact that can be included. */
export const contactIncludes: readonly string[] = [
  'company',
  'lists',
  'buyer_personas',
  ...crmDepths.map((depth) => `crm_connections${depth}`),
  ...crmDepths.map((depth) => `crm_suggestions${depth}`),
];
