/** Data processing settings of an account. */
export type DataProcessing = {
  ip_storage: 'none' | 'truncated' | 'full';
  ip_retention_days: number;
  visit_retention_days: number;
  extract_analytics_ids: boolean;
  extract_partner_cookies: boolean;
  capture_forms: boolean;
  excluded_ips: string[];
  excluded_countries: string[];
  /** Empty means that all hostnames are accepted. */
  hostnames: string[];
  excluded_paths: string[];
  page_name: 'path' | 'url' | 'title';
};

const defaultDataProcessing: DataProcessing = {
  ip_storage: 'truncated',
  ip_retention_days: 30,
  visit_retention_days: 730,
  extract_analytics_ids: false,
  extract_partner_cookies: false,
  capture_forms: false,
  excluded_ips: [],
  excluded_countries: [],
  hostnames: [],
  excluded_paths: [],
  page_name: 'path',
};

export function dataProcessingOf(stored: Partial<DataProcessing>): DataProcessing {
  return { ...defaultDataProcessing, ...stored };
}
