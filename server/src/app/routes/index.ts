import { brandRoutes, ownAccountRoutes } from './accounts.ts';
import { alertRoutes } from './alerts.ts';
import { auditRoutes } from './audit.ts';
import { automationRoutes } from './automations.ts';
import { campaignRoutes } from './campaigns.ts';
import { candidateRoutes } from './candidates.ts';
import { companyRoutes } from './companies.ts';
import { contactRoutes } from './contacts.ts';
import { correctionRoutes } from './corrections.ts';
import { credentialRoutes } from './credentials.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { dashboardRoutes } from './dashboard.ts';
import { dashboardLinkRoutes, sharedDashboardRoutes } from './dashboard-links.ts';
import { directoryRoutes } from './directory.ts';
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
import { oauthConsentRoutes } from './oauth-consents.ts';
import { checklistRoutes, sampleRoutes } from './onboarding.ts';
import { passkeyRoutes } from './passkeys.ts';
import { passwordResetRoutes } from './password-resets.ts';
import { personaRoutes } from './personas.ts';
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
  ...candidateRoutes,
  ...contactRoutes,
  ...directoryRoutes,
  ...campaignRoutes,
  ...correctionRoutes,
  ...customFieldRoutes,
  ...dashboardRoutes,
  ...dashboardLinkRoutes,
  ...trackerRoutes,
  ...settingRoutes,
  ...brandRoutes,
  ...checklistRoutes,
  ...goalRoutes,
  ...icpRoutes,
  ...personaRoutes,
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
export const unscopedRoutes = [
  ...signInRoutes,
  ...twoFactorRoutes,
  ...passkeyRoutes,
  ...profileRoutes,
  ...ownAccountRoutes,
  ...sampleRoutes,
  ...ownNotificationRoutes,
  ...oauthConsentRoutes,
  ...invitationLinkRoutes,
  ...passwordResetRoutes,
  ...sharedDashboardRoutes,
];
