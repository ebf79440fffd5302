import type { AccountRoute } from '../route.ts';
import { auditRoutes } from './audit.ts';
import { companyRoutes } from './companies.ts';
import { correctionRoutes } from './corrections.ts';
import { credentialRoutes } from './credentials.ts';
import { exportRoutes } from './exports.ts';
import { feedAlertRoutes } from './feed-alerts.ts';
import { feedRoutes } from './feeds.ts';
import { figureRoutes } from './figures.ts';
import { goalRoutes } from './goals.ts';
import { importRoutes } from './imports.ts';
import { knowledgeRoutes } from './knowledge.ts';
import { leadRoutes } from './leads.ts';
import { listRoutes } from './lists.ts';
import { oauthAppRoutes } from './oauth-apps.ts';
import { peopleRoutes } from './people.ts';
import { profileRoutes } from './profiles.ts';
import { settingRoutes } from './settings.ts';
import { trackerRoutes } from './tracker.ts';
import { usageRoutes } from './usage.ts';

/** Everything that can be asked inside an account. */
export const accountRoutes: AccountRoute[] = [
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
