import { audit } from './de/audit.ts';
import { automations } from './de/automations.ts';
import { directory } from './de/directory.ts';
import { settingsAccount } from './de/settings-account.ts';
import { settingsLeads } from './de/settings-leads.ts';
import { settingsWebsite } from './de/settings-website.ts';
import type { SettingsTexts } from './t.ts';

export const texts: SettingsTexts = {
  ...audit,
  ...automations,
  ...directory,
  ...settingsAccount,
  ...settingsLeads,
  ...settingsWebsite,
};

export { operationNames } from './de/operations.ts';
