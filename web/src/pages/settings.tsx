import { type ComponentType, Fragment } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { Scroll } from '../components/scroll.tsx';
import { Topbar } from '../components/topbar.tsx';
import { useWork } from '../lib/session.tsx';
import { type SettingsPage, settingsGroups } from '../lib/settings-pages.ts';
import { AccountSettingsPart } from './settings/account.tsx';
import { AlertsPart } from './settings/alerts.tsx';
import { ApplicationsPart } from './settings/applications.tsx';
import { AuditPart } from './settings/audit.tsx';
import { ConsentsPart } from './settings/consents.tsx';
import { CorrectionsPart } from './settings/corrections.tsx';
import { FieldsPart } from './settings/fields.tsx';
import { GoalsPart } from './settings/goals.tsx';
import { IcpsPart } from './settings/icps.tsx';
import { ImportsPart } from './settings/imports.tsx';
import { KeysPart } from './settings/keys.tsx';
import { ListsPart } from './settings/lists.tsx';
import { PersonasPart } from './settings/personas.tsx';
import { PrivacyPart } from './settings/privacy.tsx';
import { SessionsPart } from './settings/sessions.tsx';
import { TagsPart } from './settings/tags.tsx';
import { TrackerPart } from './settings/tracker.tsx';
import { TrafficPart } from './settings/traffic.tsx';
import { UsagePart } from './settings/usage.tsx';
import { UsersPart } from './settings/users.tsx';

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
  corrections: CorrectionsPart,
  imports: ImportsPart,
  keys: KeysPart,
  applications: ApplicationsPart,
  usage: UsagePart,
  account: AccountSettingsPart,
  users: UsersPart,
  audit: AuditPart,
  sessions: SessionsPart,
  consents: ConsentsPart,
};

export default function Settings({ part }: { part?: string }) {
  const { mayManage, account } = useWork();
  const [, navigate] = useLocation();
  if (part === undefined || !(part in parts)) return <Redirect to="/settings/tracker" replace />;
  const Part = parts[part as SettingsPage];
  return (
    <>
      <Topbar title="Settings">
        {!mayManage && <span className="badge">You are {account.role} here: only owners and admins change settings</span>}
      </Topbar>
      <Scroll label="Settings">
        <div className="settings">
          <nav className="settings-nav" aria-label="Settings">
            {settingsGroups.map(({ title, pages }) => (
              <Fragment key={title}>
                <div className="nav-title">{title}</div>
                {pages.map(({ id, name }) => (
                  <Link key={id} href={`/settings/${id}`} className="nav-item" aria-current={id === part ? 'page' : undefined}>
                    {name}
                  </Link>
                ))}
              </Fragment>
            ))}
          </nav>
          <select
            className="select settings-choice"
            aria-label="Page of the settings"
            value={part}
            onChange={(event) => navigate(`/settings/${event.target.value}`)}
          >
            {settingsGroups.map(({ title, pages }) => (
              <optgroup key={title} label={title}>
                {pages.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <div className="settings-body">
            <Part />
          </div>
        </div>
      </Scroll>
    </>
  );
}
