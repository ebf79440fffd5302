/** Nested relations of a CRM connection, from none to all. */
export const crmDepths = ['', '.crm_record', '.crm_record.crm_owner'];

/** Relations of a company that can be included. */
export const companyIncludes: readonly string[] = [
  'group_company',
  'tags',
  'lists',
  'web_visits',
  'icps',
  ...crmDepths.map((depth) => `crm_connections${depth}`),
  ...crmDepths.map((depth) => `crm_suggestions${depth}`),
  'crm_group_connections',
  ...crmDepths.map((depth) => `crm_group_connections.crm_connection${depth}`),
];
