import { accountSettings } from './en/account-settings.ts';
import { apiLimits } from './en/api-limits.ts';
import { apiSettings } from './en/api-settings.ts';
import { audit } from './en/audit.ts';
import { automations } from './en/automations.ts';
import { candidates } from './en/candidates.ts';
import { imports } from './en/imports.ts';
import { leadSettings } from './en/lead-settings.ts';
import { settingsCodes } from './en/settings-codes.ts';
import { websiteSettings } from './en/website-settings.ts';

/** The texts that only the settings pages use. They are loaded with these pages. */
export const texts = {
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
} as const;
