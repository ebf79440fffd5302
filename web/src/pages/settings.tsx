import { type ComponentType, Fragment } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { Scroll } from '../components/scroll.tsx';
import { Topbar } from '../components/topbar.tsx';
import { useWork } from '../lib/session.tsx';
import { AccountSettingsPart } from './settings/account.tsx';
import { AlertsPart } from './settings/alerts.tsx';
import { ApplicationsPart } from './settings/applications.tsx';
import { AuditPart } from './settings/audit.tsx';
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

type Part = { id: string; name: string; part: ComponentType };

const groups: { title: string; parts: Part[] }[] = [
  {
    title: 'Website',
    parts: [
      { id: 'tracker', name: 'Install the tracker', part: TrackerPart },
      { id: 'traffic', name: 'Hostnames and exclusions', part: TrafficPart },
      { id: 'privacy', name: 'Consent and privacy', part: PrivacyPart },
      { id: 'goals', name: 'Goals', part: GoalsPart },
    ],
  },
  {
    title: 'Leads',
    parts: [
      { id: 'icps', name: 'Customer profiles', part: IcpsPart },
      { id: 'personas', name: 'Buyer personas', part: PersonasPart },
      { id: 'tags', name: 'Tags', part: TagsPart },
      { id: 'lists', name: 'Lists', part: ListsPart },
      { id: 'fields', name: 'Custom fields', part: FieldsPart },
      { id: 'alerts', name: 'Alerts', part: AlertsPart },
      { id: 'corrections', name: 'Corrections', part: CorrectionsPart },
      { id: 'imports', name: 'Imports', part: ImportsPart },
    ],
  },
  {
    title: 'Interfaces',
    parts: [
      { id: 'keys', name: 'API keys and tokens', part: KeysPart },
      { id: 'applications', name: 'OAuth applications', part: ApplicationsPart },
      { id: 'usage', name: 'Usage and credits', part: UsagePart },
    ],
  },
  {
    title: 'Account',
    parts: [
      { id: 'account', name: 'Account', part: AccountSettingsPart },
      { id: 'users', name: 'Users', part: UsersPart },
      { id: 'audit', name: 'Who changed what', part: AuditPart },
      { id: 'sessions', name: 'Your sign-in', part: SessionsPart },
    ],
  },
];

export default function Settings({ part }: { part?: string }) {
  const { mayManage, account } = useWork();
  const [, navigate] = useLocation();
  const found = groups.flatMap(({ parts }) => parts).find(({ id }) => id === part);
  if (!found) return <Redirect to="/settings/tracker" replace />;
  const Part = found.part;
  return (
    <>
      <Topbar title="Settings">
        {!mayManage && <span className="badge">You are {account.role} here: only owners and admins change settings</span>}
      </Topbar>
      <Scroll label="Settings">
        <div className="settings">
          <nav className="settings-nav" aria-label="Settings">
            {groups.map(({ title, parts }) => (
              <Fragment key={title}>
                <div className="nav-title">{title}</div>
                {parts.map(({ id, name }) => (
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
            {groups.map(({ title, parts }) => (
              <optgroup key={title} label={title}>
                {parts.map(({ id, name }) => (
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
