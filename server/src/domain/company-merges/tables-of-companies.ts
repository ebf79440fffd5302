/** Tables of the directory whose rows move with their company when it is merged. */
export const tablesOfCompanies = [
  'company_domains',
  'company_networks',
  'company_locations',
  'company_external_ids',
  'contacts',
  'signals',
] as const;
