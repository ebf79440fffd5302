import type { ComponentType } from 'react';
import { Link, Redirect } from 'wouter';
import { Scroll } from '../components/scroll.tsx';
import { Topbar } from '../components/topbar.tsx';
import { useWork } from '../lib/session.tsx';
import { AccountSettingsPart } from './settings/account.tsx';
import { AuditPart } from './settings/audit.tsx';
import { CorrectionsPart } from './settings/corrections.tsx';
import { FieldsPart } from './settings/fields.tsx';
import { GoalsPart } from './settings/goals.tsx';
import { KeysPart } from './settings/keys.tsx';
import { ListsPart } from './settings/lists.tsx';
import { PrivacyPart } from './settings/privacy.tsx';
import { SessionsPart } from './settings/sessions.tsx';
import { TagsPart } from './settings/tags.tsx';
import { TrackerPart } from './settings/tracker.tsx';
import { TrafficPart } from './settings/traffic.tsx';
import { UsersPart } from './settings/users.tsx';

const parts: { id: string; name: string; part: ComponentType }[] = [
  { id: 'tracker', name: 'Install the tracker', part: TrackerPart },
  { id: 'traffic', name: 'Hostnames and exclusions', part: TrafficPart },
  { id: 'privacy', name: 'Consent and privacy', part: PrivacyPart },
  { id: 'goals', name: 'Goals', part: GoalsPart },
  { id: 'tags', name: 'Tags', part: TagsPart },
  { id: 'lists', name: 'Lists', part: ListsPart },
  { id: 'fields', name: 'Custom fields', part: FieldsPart },
  { id: 'corrections', name: 'Corrections', part: CorrectionsPart },
  { id: 'users', name: 'Users', part: UsersPart },
  { id: 'keys', name: 'API keys and tokens', part: KeysPart },
  { id: 'audit', name: 'Who changed what', part: AuditPart },
  { id: 'sessions', name: 'Your sessions', part: SessionsPart },
  { id: 'account', name: 'Account', part: AccountSettingsPart },
];

export default function Settings({ part }: { part?: string }) {
  const { mayManage, account } = useWork();
  const found = parts.find(({ id }) => id === part);
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
            {parts.map(({ id, name }) => (
              <Link key={id} href={`/settings/${id}`} className="nav-item" aria-current={id === part ? 'page' : undefined}>
                {name}
              </Link>
            ))}
          </nav>
          <div className="settings-body">
            <Part />
          </div>
        </div>
      </Scroll>
    </>
  );
}
