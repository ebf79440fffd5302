import { type ComponentType, Fragment } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useWork } from '../api/session.tsx';
import navStyles from '../shell/nav.module.css';
import { NotFound } from '../shell/not-found.tsx';
import { Topbar } from '../shell/topbar.tsx';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import formStyles from '../ui/form.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { AccountSettingsPart } from './account/account.tsx';
import { AuditPart } from './account/audit.tsx';
import { ConsentsPart } from './account/consents.tsx';
import { ProfilePart } from './account/profile.tsx';
import { SessionsPart } from './account/sessions.tsx';
import { UsersPart } from './account/users.tsx';
import { ApplicationsPart } from './api/applications.tsx';
import { KeysPart } from './api/keys.tsx';
import { UsagePart } from './api/usage.tsx';
import { ImportsPart } from './imports/imports.tsx';
import { AlertsPart } from './leads/alerts.tsx';
import { AutomationsPart } from './leads/automations.tsx';
import { CorrectionsPart } from './leads/corrections.tsx';
import { FieldsPart } from './leads/fields.tsx';
import { IcpsPart } from './leads/icps.tsx';
import { ListsPart } from './leads/lists.tsx';
import { PersonasPart } from './leads/personas.tsx';
import { TagsPart } from './leads/tags.tsx';
import styles from './settings.module.css';
import { type SettingsPage, settingsGroups } from './settings-pages.ts';
import { GoalsPart } from './website/goals.tsx';
import { PrivacyPart } from './website/privacy.tsx';
import { TrackerPart } from './website/tracker.tsx';
import { TrafficPart } from './website/traffic.tsx';

const parts: Record<SettingsPage, ComponentType> = {
  tracker: TrackerPart,
  traffic: TrafficPart,
  privacy: PrivacyPart,
  goals: GoalsPart,
  icps: IcpsPart,
  personas: PersonasPart,
  tags: TagsPart,
  lists: ListsPart,
  fields: FieldsPart,
  alerts: AlertsPart,
  automations: AutomationsPart,
  corrections: CorrectionsPart,
  imports: ImportsPart,
  keys: KeysPart,
  applications: ApplicationsPart,
  usage: UsagePart,
  account: AccountSettingsPart,
  users: UsersPart,
  audit: AuditPart,
  profile: ProfilePart,
  sessions: SessionsPart,
  consents: ConsentsPart,
};

export default function Settings({ part }: { part?: string }) {
  const { mayManage, account } = useWork();
  const [, navigate] = useLocation();
  if (part === undefined) return <Redirect to="/settings/tracker" replace />;
  if (!Object.hasOwn(parts, part)) return <NotFound />;
  const Part = parts[part as SettingsPage];
  return (
    <>
      <Topbar title={t('common.settings')} windowTitle={t(`settingsPage.${part as SettingsPage}`)}>
        {!mayManage && <Badge>{t('settings.roleMayNot', { role: t(`role.${account.role}`) })}</Badge>}
      </Topbar>
      <Scroll label={t('common.settings')}>
        <div className={styles.settings}>
          <nav className={styles.settingsNav} aria-label={t('common.settings')}>
            {settingsGroups.map(({ title, pages }) => (
              <Fragment key={title}>
                <div className={navStyles.navTitle}>{t(title)}</div>
                {pages.map(({ id, text }) => (
                  <Link key={id} href={`/settings/${id}`} className={navStyles.navItem} aria-current={id === part ? 'page' : undefined}>
                    {t(text)}
                  </Link>
                ))}
              </Fragment>
            ))}
          </nav>
          <select
            className={`${formStyles.select} ${styles.settingsChoice}`}
            aria-label={t('settings.settingsPage')}
            value={part}
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
            <Part />
          </div>
        </div>
      </Scroll>
    </>
  );
}
