import type { AlertLead } from '../domain/alerts/alert-message.ts';
import type { Attempt } from '../domain/alerts/delivery.ts';
import type { OauthPayload, OauthSecrets } from '../domain/auth/oauth-records.ts';
import type { ActionKind, AutomationActions } from '../domain/automations/automation.ts';
import type { BatchJob } from '../domain/batch-jobs/batch-job.ts';
import type { FactOrigins } from '../domain/companies/fact-origins.ts';
import type { ContactEmail } from '../domain/contacts/load-contacts.ts';
import type { FieldType, FieldValue } from '../domain/custom-fields/custom-field.ts';
import type { ExportFormat } from '../domain/exports/export-request.ts';
import type { AlertSettings } from '../domain/feeds/alert-settings.ts';
import type { FeedSort } from '../domain/feeds/feed.ts';
import type { SavedView } from '../domain/feeds/saved-view.ts';
import type { StoredFilters } from '../domain/feeds/stored-filters.ts';
import type { GoalOperator } from '../domain/goals/match-goals.ts';
import type { ProfileFilters } from '../domain/icps/profile.ts';
import type { Evidence } from '../domain/identification/evidence.ts';
import type { NetworkOfAddress } from '../domain/identification/facts.ts';
import type { PublicKind } from '../domain/identification/network-kind.ts';
import type { NoCompanyReason } from '../domain/identification/no-company-reason.ts';
import type { StoredFacts } from '../domain/identification/stored-facts.ts';
import type { ColumnMapping } from '../domain/imports/formats/translate-records.ts';
import type { ImportPreview } from '../domain/imports/import-file.ts';
import type { ImportKind } from '../domain/imports/import-kinds.ts';
import type { SharedDomain } from '../domain/imports/import-record.ts';
import type { ReattributionScope } from '../domain/reattribution/reattribution-scope.ts';
import type { JobError, RecordJobConfiguration } from '../domain/record-jobs/record-job.ts';
import type { CookieConsent } from '../domain/settings/cookie-consent.ts';
import type { DataProcessing } from '../domain/settings/data-processing.ts';
import type { Outreach } from '../domain/settings/outreach.ts';

/**
 * Column types that cannot be derived from the database schema: JSON, and text without a check constraint. Values are validated when
 * they are written. `npm run generate` uses these types in schema.ts. Values stored by older versions may lack newer properties, hence
 * `Partial`.
 */
export type ColumnTypes = {
  'accounts.cookie_consent': Partial<CookieConsent>;
  'accounts.data_processing': Partial<DataProcessing>;
  'accounts.outreach': Partial<Outreach>;
  'alert_deliveries.leads': AlertLead[];
  'alert_deliveries.log': Attempt[];
  'automation_leads.actions': ActionKind;
  'automations.actions': AutomationActions;
  'batch_jobs.configuration': BatchJob['configuration'];
  'batch_jobs.errors': NonNullable<BatchJob['errors']>;
  'batch_jobs.results': NonNullable<BatchJob['results']>;
  'batch_jobs.summary': NonNullable<BatchJob['summary']>;
  'companies.fact_origins': FactOrigins;
  'companies.register': Record<string, string | undefined>;
  'contacts.emails': ContactEmail[];
  'custom_feeds.alert_settings': Partial<AlertSettings>;
  'custom_feeds.filters': StoredFilters;
  'custom_feeds.sort': FeedSort;
  'custom_feeds.view': SavedView;
  'custom_field_values.value': FieldValue;
  'custom_fields.type': FieldType;
  'export_requests.format': ExportFormat;
  'goals.operator': GoalOperator;
  'icps.filters': ProfileFilters;
  'idempotency_keys.headers': Record<string, string>;
  'imports.kind': ImportKind;
  'imports.preview': ImportPreview;
  'imports.mapping': ColumnMapping;
  'import_mappings.kind': ImportKind;
  'import_mappings.mapping': ColumnMapping;
  'imports.shared_domains': SharedDomain[];
  'oauth_records.payload': OauthPayload;
  'oauth_secrets.jwks': OauthSecrets['jwks'];
  'reattributions.scope': ReattributionScope;
  'record_jobs.configuration': RecordJobConfiguration;
  'record_jobs.errors': JobError[];
  'verdicts.evidence': Evidence[];
  'verdicts.facts': StoredFacts;
  'verdicts.kind': PublicKind;
  'verdicts.no_company_reason': NoCompanyReason;
  'verdicts.network': NetworkOfAddress | null;
};
