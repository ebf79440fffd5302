import { accounts } from './de/accounts.ts';
import { activity } from './de/activity.ts';
import { alerts } from './de/alerts.ts';
import { brand } from './de/brand.ts';
import { campaigns } from './de/campaigns.ts';
import { codes } from './de/codes.ts';
import { common } from './de/common.ts';
import { company } from './de/company.ts';
import { contacts } from './de/contacts.ts';
import { directory } from './de/directory.ts';
import { evidence } from './de/evidence.ts';
import { exports } from './de/exports.ts';
import { feeds } from './de/feeds.ts';
import { goals } from './de/goals.ts';
import { inbox } from './de/inbox.ts';
import { leads } from './de/leads.ts';
import { lists } from './de/lists.ts';
import { notifications } from './de/notifications.ts';
import { palette } from './de/palette.ts';
import { passkeys } from './de/passkeys.ts';
import { problems } from './de/problems.ts';
import { reasons } from './de/reasons.ts';
import { sample } from './de/sample.ts';
import { security } from './de/security.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import { signIn } from './de/sign-in.ts';
import { signals } from './de/signals.ts';
import { start } from './de/start.ts';
import { teamwork } from './de/teamwork.ts';
import type { FirstTexts } from './t.ts';

/** The texts in German without those that only some pages use. */
export const texts: FirstTexts = {
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
};

export { industryNames } from './de/industries.ts';
export { serverMessages } from './de/server-messages.ts';
