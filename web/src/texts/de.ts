import { accounts } from './de/accounts.ts';
import { audit } from './de/audit.ts';
import { automations } from './de/automations.ts';
import { codes } from './de/codes.ts';
import { common } from './de/common.ts';
import { company } from './de/company.ts';
import { dashboard } from './de/dashboard.ts';
import { directory } from './de/directory.ts';
import { evidence } from './de/evidence.ts';
import { leads } from './de/leads.ts';
import { onboarding } from './de/onboarding.ts';
import { passkeys } from './de/passkeys.ts';
import { problems } from './de/problems.ts';
import { prospecting } from './de/prospecting.ts';
import { reasons } from './de/reasons.ts';
import { security } from './de/security.ts';
import { settingsAccount } from './de/settings-account.ts';
import { settingsLeads } from './de/settings-leads.ts';
import { settingsWebsite } from './de/settings-website.ts';
import { shell } from './de/shell.ts';
import { signIn } from './de/sign-in.ts';
import { teamwork } from './de/teamwork.ts';
import type { Texts } from './t.ts';

/** The texts in German. */
export const de: Texts = {
  ...common,
  ...codes,
  ...accounts,
  ...audit,
  ...automations,
  ...shell,
  ...signIn,
  ...leads,
  ...company,
  ...onboarding,
  ...passkeys,
  ...problems,
  ...prospecting,
  ...reasons,
  ...dashboard,
  ...directory,
  ...evidence,
  ...security,
  ...settingsAccount,
  ...settingsLeads,
  ...settingsWebsite,
  ...teamwork,
};

export { industryNames } from './de/industries.ts';
export { operationNames } from './de/operations.ts';
export { serverMessages } from './de/server-messages.ts';
