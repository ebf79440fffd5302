import { automations } from './de/automations.ts';
import { codes } from './de/codes.ts';
import { common } from './de/common.ts';
import { company } from './de/company.ts';
import { dashboard } from './de/dashboard.ts';
import { leads } from './de/leads.ts';
import { reasons } from './de/reasons.ts';
import { security } from './de/security.ts';
import { settingsAccount } from './de/settings-account.ts';
import { settingsLeads } from './de/settings-leads.ts';
import { settingsWebsite } from './de/settings-website.ts';
import { shell } from './de/shell.ts';
import { signIn } from './de/sign-in.ts';
import type { Texts } from './t.ts';

/** The texts in German. */
export const de: Texts = {
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
};
