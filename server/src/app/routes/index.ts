import { alertRoutes } from './alerts.ts';
import { auditRoutes } from './audit.ts';
import { automationRoutes } from './automations.ts';
import { companyRoutes } from './companies.ts';
import { correctionRoutes } from './corrections.ts';
import { credentialRoutes } from './credentials.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { dashboardRoutes } from './dashboard.ts';
import { dashboardLinkRoutes, sharedDashboardRoutes } from './dashboard-links.ts';
import { exportRoutes } from './exports.ts';
import { feedRoutes } from './feeds.ts';
import { goalRoutes } from './goals.ts';
import { icpRoutes } from './icps.ts';
import { importRoutes } from './imports.ts';
import { invitationLinkRoutes } from './invitation-links.ts';
import { leadRoutes } from './leads.ts';
import { listRoutes } from './lists.ts';
import { notificationRoutes, ownNotificationRoutes } from './notifications.ts';
import { oauthAppRoutes } from './oauth-apps.ts';
import { consentRoutes } from './oauth-consents.ts';
import { passwordResetRoutes } from './password-resets.ts';
import { profileRoutes } from './profile.ts';
import { settingRoutes } from './settings.ts';
import { signInRoutes } from './sign-in.ts';
import { trackerRoutes } from './tracker.ts';
import { twoFactorRoutes } from './two-factor.ts';
import { usageRoutes } from './usage.ts';
import { accountUserRoutes } from './users.ts';

/** Routes within an account. */
export const accountRoutes = [
  ...leadRoutes,
  ...exportRoutes,
  ...feedRoutes,
  ...alertRoutes,
  ...listRoutes,
  ...companyRoutes,
  ...correctionRoutes,
  ...customFieldRoutes,
  ...dashboardRoutes,
  ...dashboardLinkRoutes,
  ...trackerRoutes,
  ...settingRoutes,
  ...goalRoutes,
  ...icpRoutes,
  ...importRoutes,
  ...accountUserRoutes,
  ...credentialRoutes,
  ...oauthAppRoutes,
  ...usageRoutes,
  ...auditRoutes,
  ...automationRoutes,
  ...notificationRoutes,
];

/** Routes outside an account. */
export const userRoutes = [
  ...signInRoutes,
  ...twoFactorRoutes,
  ...profileRoutes,
  ...ownNotificationRoutes,
  ...consentRoutes,
  ...invitationLinkRoutes,
  ...passwordResetRoutes,
  ...sharedDashboardRoutes,
];
