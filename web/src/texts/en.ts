import { automations } from './en/automations.ts';
import { codes } from './en/codes.ts';
import { common } from './en/common.ts';
import { company } from './en/company.ts';
import { dashboard } from './en/dashboard.ts';
import { leads } from './en/leads.ts';
import { reasons } from './en/reasons.ts';
import { security } from './en/security.ts';
import { settingsAccount } from './en/settings-account.ts';
import { settingsLeads } from './en/settings-leads.ts';
import { settingsWebsite } from './en/settings-website.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';

/** The texts in English. They define which keys and placeholders exist. */
export const en = {
  ...common,
  ...codes,
  ...automations,
  ...shell,
  ...signIn,
  ...leads,
  ...company,
  ...reasons,
  ...dashboard,
  ...security,
  ...settingsAccount,
  ...settingsLeads,
  ...settingsWebsite,
} as const;
