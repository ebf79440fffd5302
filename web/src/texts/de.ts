import { accounts } from './de/accounts.ts';
import { codes } from './de/codes.ts';
import { common } from './de/common.ts';
import { company } from './de/company.ts';
import { dashboard } from './de/dashboard.ts';
import { evidence } from './de/evidence.ts';
import { leads } from './de/leads.ts';
import { onboarding } from './de/onboarding.ts';
import { passkeys } from './de/passkeys.ts';
import { problems } from './de/problems.ts';
import { prospecting } from './de/prospecting.ts';
import { reasons } from './de/reasons.ts';
import { security } from './de/security.ts';
import { shell } from './de/shell.ts';
import { signIn } from './de/sign-in.ts';
import { teamwork } from './de/teamwork.ts';
import type { FirstTexts } from './t.ts';

/** The texts in German without those of the settings. */
export const texts: FirstTexts = {
  ...common,
  ...codes,
  ...accounts,
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
  ...evidence,
  ...security,
  ...teamwork,
};

export { industryNames } from './de/industries.ts';
export { serverMessages } from './de/server-messages.ts';
