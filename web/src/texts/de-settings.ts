import { accountSettings } from './de/account-settings.ts';
import { apiLimits } from './de/api-limits.ts';
import { apiSettings } from './de/api-settings.ts';
import { audit } from './de/audit.ts';
import { automations } from './de/automations.ts';
import { candidates } from './de/candidates.ts';
import { imports } from './de/imports.ts';
import { leadSettings } from './de/lead-settings.ts';
import { settingsCodes } from './de/settings-codes.ts';
import { websiteSettings } from './de/website-settings.ts';
import type { SettingsTexts } from './t.ts';

export const texts: SettingsTexts = {
  ...accountSettings,
  ...apiLimits,
  ...apiSettings,
  ...audit,
  ...automations,
  ...candidates,
  ...imports,
  ...leadSettings,
  ...settingsCodes,
  ...websiteSettings,
};

export { importFindings } from './de/import-findings.ts';
export { operationNames } from './de/operations.ts';
export { settingsMessages as serverMessages } from './de/settings-messages.ts';
export { trackerFindings } from './de/tracker-findings.ts';
