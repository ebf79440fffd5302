import { Link } from 'wouter';
import type { TrackerState } from '../../api/answers.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { ago, formatNumber } from '../../lib/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import codeStyles from '../../ui/code.module.css';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import formStyles from '../../ui/form.module.css';
import { AlertMessage } from '../../ui/notice.tsx';
import settingsStyles from '../settings.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { TrackerCheck } from './tracker-check.tsx';

const steps = ['not_installed', 'reporting', 'ok'];

export function TrackerPart() {
  const { data, error, refetch } = useAccountQuery('/tracker', { staleTime: 0 });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return null;
  return (
    <>
      <SettingsIntro
        title="Install the tracker"
        words="One small script on every page of your website. It sets no cookie unless you allow it in the settings."
      />
      <States tracker={data} />
      <section className={cardStyles.card}>
        <header>
          <h2>Add this before the end of the head of every page</h2>
          <CopyButton text={data.snippet} name="Copy snippet" />
        </header>
        <div className={cardStyles.inside}>
          <pre className={codeStyles.code} data-testid="snippet">
            {data.snippet}
          </pre>
        </div>
      </section>
      <TrackerCheck />
      <section className={cardStyles.card}>
        <header>
          <h2>Other ways</h2>
        </header>
        <div className={`${cardStyles.inside} ${formStyles.form}`}>
          <p>
            <strong>Tag manager.</strong> Create a “custom HTML” tag, paste the snippet, and fire it on all pages.
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

function States({ tracker }: { tracker: TrackerState }) {
  const reached = steps.indexOf(tracker.status);
  const names = [reached > 0 ? 'Installed' : 'Not installed', 'Receiving events', 'Leads appear'];
  const words = [
    'Waiting for the first page view.',
    tracker.lastEventAt ? `Last event ${ago(tracker.lastEventAt)}.` : 'Processing.',
    tracker.leads > 0 ? `${formatNumber(tracker.leads)} ${tracker.leads === 1 ? 'company' : 'companies'} so far.` : 'No companies yet.',
  ];
  const isAllDropped = tracker.storedToday === 0 && tracker.droppedToday.length > 0;
  return (
    <>
      <div className={settingsStyles.states} role="status" data-status={tracker.status}>
        {names.map((name, index) => (
          <div key={name} className={settingsStyles.state} data-reached={reached > 0 && index <= reached}>
            <strong>{name}</strong>
            <span>{index === 0 && reached > 0 ? 'The script is active.' : words[index]}</span>
          </div>
        ))}
      </div>
      {isAllDropped && (
        <AlertMessage tone="bad" role="alert">
          <strong>Events arrive, but all of them are dropped.</strong>
          <ul>
            {tracker.droppedToday.map(({ reason, meaning, events }) => (
              <li key={reason}>
                {formatNumber(events)} because {meaning}
                {reason === 'hostname' && (
                  <>
                    : the hostnames are {tracker.hostnames.join(', ')}. <Link href="/settings/traffic">Edit hostnames</Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </AlertMessage>
      )}
      {tracker.status === 'not_installed' && (
        <AlertMessage>
          Open a page with the snippet in another window: this page updates within seconds. If it does not, check that no content blocker
          stops <code className="mono">/collect</code> and that the page’s policy allows this server in script-src and connect-src.
        </AlertMessage>
      )}
      {tracker.leads > 0 && (
        <Link href="/leads" className={buttonClass({ main: true })} style={{ justifySelf: 'start' }}>
          See your leads
        </Link>
      )}
    </>
  );
}
