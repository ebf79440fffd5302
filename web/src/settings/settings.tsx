import { type ComponentType, Fragment, useEffect, useRef } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useWorkspace } from '../api/session.tsx';
import { useFailedQueries } from '../api/use-failed-queries.ts';
import { isKeyOf } from '../lib/is-key-of.ts';
import navStyles from '../shell/nav.module.css';
import { NotFound } from '../shell/not-found.tsx';
import { Topbar } from '../shell/topbar.tsx';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { AccountSettingsPage } from './account/account.tsx';
import { AuditPage } from './account/audit.tsx';
import { ConsentsPage } from './account/consents.tsx';
import { ProfilePage } from './account/profile.tsx';
import { SessionsPage } from './account/sessions.tsx';
import { UsersPage } from './account/users.tsx';
import { ApplicationsPage } from './api/applications.tsx';
import { KeysPage } from './api/keys.tsx';
import { UsagePage } from './api/usage.tsx';
import { ImportsPage } from './imports/imports.tsx';
import { AlertsPage } from './leads/alerts.tsx';
import { AutomationsPage } from './leads/automations.tsx';
import { CandidatesPage } from './leads/candidates.tsx';
import { CorrectionsPage } from './leads/corrections.tsx';
import { FieldsPage } from './leads/fields.tsx';
import { IcpsPage } from './leads/icps.tsx';
import { PersonasPage } from './leads/personas.tsx';
import { TagsPage } from './leads/tags.tsx';
import styles from './settings.module.css';
import { type SettingsPage, settingsGroups } from './settings-pages.ts';
import { GoalsPage } from './website/goals.tsx';
import { PrivacyPage } from './website/privacy.tsx';
import { TrackerPage } from './website/tracker.tsx';
import { TrafficPage } from './website/traffic.tsx';

const components: Record<SettingsPage, ComponentType> = {
  tracker: TrackerPage,
  traffic: TrafficPage,
  privacy: PrivacyPage,
  goals: GoalsPage,
  icps: IcpsPage,
  personas: PersonasPage,
  tags: TagsPage,
  fields: FieldsPage,
  alerts: AlertsPage,
  automations: AutomationsPage,
  corrections: CorrectionsPage,
  candidates: CandidatesPage,
  imports: ImportsPage,
  keys: KeysPage,
  applications: ApplicationsPage,
  usage: UsagePage,
  account: AccountSettingsPage,
  users: UsersPage,
  audit: AuditPage,
  profile: ProfilePage,
  sessions: SessionsPage,
  consents: ConsentsPage,
};

export default function Settings({ page }: { page?: string }) {
  const { canManage, account } = useWorkspace();
  const [, navigate] = useLocation();
  // The pages show empty lists or a skeleton if their data could not be loaded.
  const { error, retry } = useFailedQueries();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the current page changes.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [page]);
  if (page === undefined) return <Redirect to="/settings/tracker" replace />;
  if (!isKeyOf(components, page)) return <NotFound />;
  const Page = components[page];
  return (
    <>
      <Topbar title={t('common.settings')} windowTitle={t(`settingsPage.${page}`)}>
        {!canManage && <Badge>{t('settings.roleCannotEdit', { role: t(`role.${account.role}`) })}</Badge>}
      </Topbar>
      <Scroll label={t('common.settings')}>
        <div className={styles.settings}>
          <nav ref={nav} className={styles.settingsNav} aria-label={t('common.settings')}>
            {settingsGroups.map(({ title, pages }) => (
              <Fragment key={title}>
                <div className={navStyles.navTitle}>{t(title)}</div>
                {pages.map(({ id, text }) => (
                  <Link key={id} href={`/settings/${id}`} className={navStyles.navItem} aria-current={id === page ? 'page' : undefined}>
                    {t(text)}
                  </Link>
                ))}
              </Fragment>
            ))}
          </nav>
          <select
            className={`${formStyles.select} ${styles.pageSelect}`}
            aria-label={t('settings.settingsPage')}
            value={page}
            onChange={(event) => navigate(`/settings/${event.target.value}`)}
          >
            {settingsGroups.map(({ title, pages }) => (
              <optgroup key={title} label={t(title)}>
                {pages.map(({ id, text }) => (
                  <option key={id} value={id}>
                    {t(text)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <div className={styles.settingsBody} data-testid="settings-page">
            {error && <ErrorState error={error} onRetry={retry} />}
            <Page />
          </div>
        </div>
      </Scroll>
    </>
  );
}
