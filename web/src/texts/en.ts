import { accounts } from './en/accounts.ts';
import { codes } from './en/codes.ts';
import { common } from './en/common.ts';
import { company } from './en/company.ts';
import { dashboard } from './en/dashboard.ts';
import { evidence } from './en/evidence.ts';
import { leads } from './en/leads.ts';
import { onboarding } from './en/onboarding.ts';
import { passkeys } from './en/passkeys.ts';
import { problems } from './en/problems.ts';
import { prospecting } from './en/prospecting.ts';
import { reasons } from './en/reasons.ts';
import { security } from './en/security.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { teamwork } from './en/teamwork.ts';

/** The texts in English without those of the settings. Both define which keys and placeholders exist. */
export const texts = {
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
} as const;
