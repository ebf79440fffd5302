import { auditRoutes } from './audit.ts';
import { companyRoutes } from './companies.ts';
import { consentRoutes } from './consents.ts';
import { correctionRoutes } from './corrections.ts';
import { credentialRoutes } from './credentials.ts';
import { entranceRoutes } from './entrance.ts';
import { exportRoutes } from './exports.ts';
import { feedAlertRoutes } from './feed-alerts.ts';
import { feedRoutes } from './feeds.ts';
import { figureRoutes } from './figures.ts';
import { goalRoutes } from './goals.ts';
import { importRoutes } from './imports.ts';
import { invitationLinkRoutes } from './invitation-links.ts';
import { knowledgeRoutes } from './knowledge.ts';
import { leadRoutes } from './leads.ts';
import { listRoutes } from './lists.ts';
import { oauthAppRoutes } from './oauth-apps.ts';
import { passwordResetRoutes } from './password-resets.ts';
import { peopleRoutes } from './people.ts';
import { profileRoutes } from './profiles.ts';
import { settingRoutes } from './settings.ts';
import { trackerRoutes } from './tracker.ts';
import { usageRoutes } from './usage.ts';

/** Everything that can be asked inside an account. */
export const accountRoutes = [
  ...leadRoutes,
  ...exportRoutes,
  ...feedRoutes,
  ...feedAlertRoutes,
  ...listRoutes,
  ...companyRoutes,
  ...correctionRoutes,
  ...knowledgeRoutes,
  ...figureRoutes,
  ...trackerRoutes,
  ...settingRoutes,
  ...goalRoutes,
  ...profileRoutes,
  ...importRoutes,
  ...peopleRoutes,
  ...credentialRoutes,
  ...oauthAppRoutes,
  ...usageRoutes,
  ...auditRoutes,
];

/** Everything that can be asked outside an account. */
export const userRoutes = [...entranceRoutes, ...consentRoutes, ...invitationLinkRoutes, ...passwordResetRoutes];
