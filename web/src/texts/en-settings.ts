import { audit } from './en/audit.ts';
import { automations } from './en/automations.ts';
import { directory } from './en/directory.ts';
import { settingsAccount } from './en/settings-account.ts';
import { settingsLeads } from './en/settings-leads.ts';
import { settingsWebsite } from './en/settings-website.ts';

/** The texts that only the pages of the settings use. They are loaded with these pages. */
export const texts = {
  ...audit,
  ...automations,
  ...directory,
  ...settingsAccount,
  ...settingsLeads,
  ...settingsWebsite,
} as const;
