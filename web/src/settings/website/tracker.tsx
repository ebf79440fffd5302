import { Link } from 'wouter';
import type { TrackerState } from '../../api/responses.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { ago } from '../../lib/format.ts';
import { rich } from '../../texts/rich.tsx';
import { t, tCode } from '../../texts/t.ts';
import { buttonClass } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { Card } from '../../ui/card.tsx';
import codeStyles from '../../ui/code.module.css';
import { CopyButton } from '../../ui/copy-button.tsx';
import formStyles from '../../ui/form.module.css';
import { Notice } from '../../ui/notice.tsx';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import settingsStyles from '../settings.module.css';
import { SettingsIntro } from '../settings-intro.tsx';
import { TrackerCheck } from './tracker-check.tsx';

export function TrackerPage() {
  const { data } = useAccountQuery('/tracker', { staleTime: 0 });
  if (!data) return <CardSkeletons />;
  return (
    <>
      <SettingsIntro title={t('common.installTracker')} text={t('websiteSettings.trackerIntro')} />
      <States tracker={data} />
      <Card title={t('websiteSettings.snippetHint')} aside={<CopyButton text={data.snippet} name={t('websiteSettings.copySnippet')} />}>
        <pre className={codeStyles.code} data-testid="snippet">
          {data.snippet}
        </pre>
      </Card>
      <TrackerCheck />
      <section className={cardStyles.card}>
        <header>
          <h2>{t('websiteSettings.otherWays')}</h2>
        </header>
        <div className={`${cardStyles.inside} ${formStyles.stack}`}>
          <p>
            <strong>{t('websiteSettings.tagManager')}</strong> {t('websiteSettings.tagManagerHow')}
          </p>
          <p>
            <strong>{t('websiteSettings.wordpress')}</strong> {t('websiteSettings.wordpressHow')}
          </p>
          <p>
            <strong>{t('websiteSettings.siteBuilders')}</strong> {t('websiteSettings.siteBuildersHow')}
          </p>
          <p>
            <strong>{t('websiteSettings.ownServer')}</strong>{' '}
            {rich('websiteSettings.ownServerHow', {
              path: <code className="mono">/v1/collect</code>,
              docs: (
                <a className="link" href="/docs">
                  /docs
                </a>
              ),
            })}
          </p>
        </div>
      </section>
    </>
  );
}

function States({ tracker }: { tracker: TrackerState }) {
  const { lastEventAt, leads } = tracker;
  const isInstalled = tracker.status !== 'not_installed';
  const isAllDropped = tracker.recentlyStored === 0 && tracker.recentlyDropped.length > 0;
  // While every event is dropped, only the first step is reached.
  const isReceiving = isInstalled && !isAllDropped;
  const hasLeads = isReceiving && tracker.status === 'ok' && leads > 0;
  const steps = [
    {
      name: t(isInstalled ? 'websiteSettings.installed' : 'websiteSettings.notInstalled'),
      text: t(isInstalled ? 'websiteSettings.scriptActive' : 'websiteSettings.waitingForPageView'),
      isReached: isInstalled,
    },
    {
      name: t(isReceiving ? 'websiteSettings.receivingEvents' : 'websiteSettings.events'),
      text: lastEventAt
        ? t('websiteSettings.lastEventAt', { time: ago(lastEventAt) })
        : t(isInstalled ? 'websiteSettings.processing' : 'websiteSettings.noEventsYet'),
      isReached: isReceiving,
    },
    {
      name: t(hasLeads ? 'websiteSettings.leadsAppear' : 'common.leads'),
      text: leads > 0 ? t('websiteSettings.companiesSoFar', { count: leads }) : t('websiteSettings.noCompaniesYet'),
      isReached: hasLeads,
    },
  ];
  return (
    <>
      <div className={settingsStyles.states} role="status" data-status={tracker.status}>
        {steps.map(({ name, text, isReached }) => (
          <div key={name} className={settingsStyles.state} data-reached={isReached}>
            <strong>{name}</strong>
            <span>{text}</span>
          </div>
        ))}
      </div>
      {isAllDropped && (
        <Notice tone="bad" role="alert">
          <strong>{t('websiteSettings.allEventsDropped')}</strong>
          <ul>
            {tracker.recentlyDropped.map(({ reason, meaning, events }) => (
              <li key={reason}>
                {t('websiteSettings.droppedBecause', { count: events, reason: tCode('dropReason', reason, meaning) })}
                {reason === 'hostname' && (
                  <>
                    {' '}
                    {t('websiteSettings.hostnamesAre', { hostnames: tracker.hostnames.join(', ') })}{' '}
                    <Link className="link" href="/settings/traffic">
                      {t('websiteSettings.editHostnames')}
                    </Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {tracker.status === 'not_installed' && (
        <Notice>{rich('websiteSettings.noEventsHint', { path: <code className="mono">/collect</code> })}</Notice>
      )}
      {tracker.leads > 0 && (
        <Link href="/leads" className={buttonClass({ main: true })} style={{ justifySelf: 'start' }}>
          {t('websiteSettings.seeYourLeads')}
        </Link>
      )}
    </>
  );
}
