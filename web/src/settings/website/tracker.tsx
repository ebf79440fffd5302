import { Link } from 'wouter';
import type { TrackerState } from '../../../../server/src/domain/tracking/get-tracker-state.ts';
import type { Sent } from '../../api/request.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { ago, formatNumber } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Trouble } from '../../ui/error-state.tsx';
import { LeadIn } from '../settings-intro.tsx';
import { TrackerCheck } from './tracker-check.tsx';

type Tracker = TrackerState & { snippet: string };

const steps = ['not_installed', 'reporting', 'ok'];

export function TrackerPart() {
  const { data, error, refetch } = useAccountQuery<Tracker>('/tracker', { staleTime: 0 });
  if (error) return <Trouble error={error} onRetry={() => refetch()} />;
  if (!data) return null;
  return (
    <>
      <LeadIn
        title="Install the tracker"
        words="One small script on every page of your website. It sets no cookie unless you say so in the settings."
      />
      <States tracker={data} />
      <section className="card">
        <header>
          <h2>Put this before the end of the head of every page</h2>
          <CopyButton text={data.snippet} name="Copy the snippet" />
        </header>
        <div className="inside">
          <pre className="code" data-testid="snippet">
            {data.snippet}
          </pre>
        </div>
      </section>
      <TrackerCheck />
      <section className="card">
        <header>
          <h2>Other ways</h2>
        </header>
        <div className="inside form">
          <p>
            <strong>Tag manager.</strong> Make a tag of the kind “custom HTML”, paste the snippet, and let it fire on all pages.
          </p>
          <p>
            <strong>WordPress.</strong> Paste the snippet into the head with your theme’s “custom code” or a header plugin.
          </p>
          <p>
            <strong>Webflow, Wix, Squarespace, Shopify.</strong> Paste it into the custom code of the head, in the settings of the site, not
            of one page.
          </p>
          <p>
            <strong>From your own server.</strong> Post events to <code className="mono">/v1/collect</code> with an API key; see the
            documentation at{' '}
            <a className="link" href="/docs">
              /docs
            </a>
            .
          </p>
        </div>
      </section>
    </>
  );
}

function States({ tracker }: { tracker: Sent<Tracker> }) {
  const reached = steps.indexOf(tracker.status);
  const names = [reached > 0 ? 'Installed' : 'Not installed', 'Events arrive', 'Leads are made'];
  const words = [
    'Waiting for the first page view.',
    tracker.lastEventAt ? `The last one ${ago(tracker.lastEventAt)}.` : 'They are being handled.',
    tracker.leads > 0
      ? `${formatNumber(tracker.leads)} ${tracker.leads === 1 ? 'company' : 'companies'} so far.`
      : 'No company yet: most visitors come from home.',
  ];
  const isAllDropped = tracker.storedToday === 0 && tracker.droppedToday.length > 0;
  return (
    <>
      <div className="states" role="status" data-status={tracker.status}>
        {names.map((name, index) => (
          <div key={name} className="state" data-reached={reached > 0 && index <= reached}>
            <strong>{name}</strong>
            <span>{index === 0 && reached > 0 ? 'The script reports.' : words[index]}</span>
          </div>
        ))}
      </div>
      {isAllDropped && (
        <div className="notice bad" role="alert">
          <strong>Events arrive but every one is dropped.</strong>
          <ul>
            {tracker.droppedToday.map(({ reason, meaning, events }) => (
              <li key={reason}>
                {formatNumber(events)} because {meaning}
                {reason === 'hostname' && (
                  <>
                    : the hostnames are {tracker.hostnames.join(', ')}. <Link href="/settings/traffic">Change them</Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {tracker.status === 'not_installed' && (
        <div className="notice">
          Open a page with the snippet in another window: this page changes by itself within seconds. If it does not, check that no content
          blocker stops <code className="mono">/collect</code> and that the page’s policy allows this server in script-src and connect-src.
        </div>
      )}
      {tracker.leads > 0 && (
        <Link href="/leads" className="button main" style={{ justifySelf: 'start' }}>
          See your leads
        </Link>
      )}
    </>
  );
}
