import { accounts } from './en/accounts.ts';
import { activity } from './en/activity.ts';
import { alerts } from './en/alerts.ts';
import { brand } from './en/brand.ts';
import { campaigns } from './en/campaigns.ts';
import { codes } from './en/codes.ts';
import { common } from './en/common.ts';
import { company } from './en/company.ts';
import { contacts } from './en/contacts.ts';
import { directory } from './en/directory.ts';
import { evidence } from './en/evidence.ts';
import { exports } from './en/exports.ts';
import { feeds } from './en/feeds.ts';
import { goals } from './en/goals.ts';
import { inbox } from './en/inbox.ts';
import { leads } from './en/leads.ts';
import { lists } from './en/lists.ts';
import { notifications } from './en/notifications.ts';
import { palette } from './en/palette.ts';
import { passkeys } from './en/passkeys.ts';
import { problems } from './en/problems.ts';
import { reasons } from './en/reasons.ts';
import { sample } from './en/sample.ts';
import { security } from './en/security.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { signals } from './en/signals.ts';
import { start } from './en/start.ts';
import { teamwork } from './en/teamwork.ts';

/** The texts in English without those that only some pages use. The English texts define which keys and placeholders exist. */
export const texts = {
  ...accounts,
  ...activity,
  ...alerts,
  ...brand,
  ...campaigns,
  ...codes,
  ...common,
  ...company,
  ...contacts,
  ...directory,
  ...evidence,
  ...exports,
  ...feeds,
  ...goals,
  ...inbox,
  ...leads,
  ...lists,
  ...notifications,
  ...palette,
  ...passkeys,
  ...problems,
  ...reasons,
  ...sample,
  ...security,
  ...settings,
  ...shell,
  ...signIn,
  ...signals,
  ...start,
  ...teamwork,
} as const;
