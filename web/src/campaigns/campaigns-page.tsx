import { useState } from 'react';
import { Link } from 'wouter';
import type { CampaignResult } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import type { LeadLinks } from '../dashboard/lead-links.ts';
import { useLeadLinks } from '../dashboard/use-lead-links.ts';
import { formatMoney } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { Topbar } from '../shell/topbar.tsx';
import { useRowKeys } from '../shell/use-row-keys.ts';
import { rich } from '../texts/rich.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { DataTable } from '../ui/data-table.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { intervalOf, maxChartDays, todayIn } from '../ui/intervals.ts';
import layoutStyles from '../ui/layout.module.css';
import { NumberLink } from '../ui/number-link.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import tableStyles from '../ui/table.module.css';
import { CampaignCosts } from './campaign-costs.tsx';

const noValue = <span className="faint">–</span>;

/** The results of each campaign in the selected interval, and the cost per lead. */
export default function CampaignsPage() {
  useRowKeys();
  const { account, canEdit } = useWorkspace();
  const [params] = useParams();
  const interval = intervalOf(params, todayIn(account.timezone));
  const links = useLeadLinks(interval);
  const { data, error, refetch } = useAccountQuery('/campaigns', { query: { from: interval.from, to: interval.to } });
  const [editedId, setEditedId] = useState<string | null>(null);
  const edited = data?.campaigns.find(({ id }) => id === editedId);
  return (
    <>
      <Topbar title={t('campaigns.title')}>
        <DateRange interval={interval} maxDays={maxChartDays} />
      </Topbar>
      <Scroll label={t('campaigns.title')}>
        <div className={layoutStyles.column}>
          {error && !data ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : !data ? (
            <CardSkeletons />
          ) : data.campaigns.length === 0 ? (
            <EmptyState title={t('campaigns.none')}>
              <p className="soft">{rich('campaigns.noneHint', { example: <code>?utm_campaign=spring-fair</code> })}</p>
            </EmptyState>
          ) : (
            <section className={`${cardStyles.card} ${cardStyles.rows}`}>
              <DataTable
                headings={[
                  t('campaigns.campaign'),
                  { text: t('common.visits'), isRight: true },
                  { text: t('campaigns.companies'), isRight: true },
                  { text: t('campaigns.leads'), isRight: true },
                  { text: t('campaigns.goals'), isRight: true },
                  { text: t('campaigns.cost'), isRight: true },
                  { text: t('campaigns.costPerLead'), isRight: true },
                  { text: t('campaigns.costPerGoal'), isRight: true },
                ]}
                isCard={false}
              >
                {data.campaigns.map((campaign) => (
                  <tr key={campaign.id} data-testid="campaign">
                    <td>
                      <Link className="link" href={links.campaign(campaign.utmCampaign)}>
                        {campaign.name}
                      </Link>
                    </td>
                    {figuresOf(campaign, links).map(([name, href]) => (
                      <td key={name} className={`${tableStyles.right} number`}>
                        <NumberLink value={campaign[name]} companies={campaign.companies} href={href} />
                      </td>
                    ))}
                    <td className={`${tableStyles.right} number`}>
                      {canEdit ? (
                        <Button quiet small onClick={() => setEditedId(campaign.id)}>
                          {campaign.cost === null ? t('campaigns.enterCost') : money(campaign, campaign.cost)}
                          <span className="visually-hidden"> {t('campaigns.costOf', { name: campaign.name })}</span>
                        </Button>
                      ) : (
                        money(campaign, campaign.cost)
                      )}
                    </td>
                    <td className={`${tableStyles.right} number`}>{costPer(campaign, campaign.newCompanies)}</td>
                    <td className={`${tableStyles.right} number`}>{costPer(campaign, campaign.goals)}</td>
                  </tr>
                ))}
              </DataTable>
              <p className="faint" style={{ padding: '8px 0' }}>
                {t('campaigns.explained')}{' '}
                {data.total > data.campaigns.length && t('campaigns.moreThanShown', { count: data.campaigns.length })}
              </p>
            </section>
          )}
        </div>
      </Scroll>
      {edited && <CampaignCosts campaign={edited} interval={interval} onClose={() => setEditedId(null)} />}
    </>
  );
}

/** The figures of a campaign, each with the list of its companies. */
function figuresOf({ utmCampaign }: CampaignResult, links: LeadLinks) {
  return [
    ['visits', links.campaign(utmCampaign)],
    ['companies', links.campaign(utmCampaign)],
    ['newCompanies', links.newThroughCampaign(utmCampaign)],
    ['goals', links.goalsOfCampaign(utmCampaign)],
  ] as const;
}

function money({ currency }: CampaignResult, amount: number | null) {
  return amount === null || currency === null ? noValue : formatMoney(amount, currency);
}

/** The cost of one lead or goal; a dash if there are none or the cost is not known. */
function costPer(campaign: CampaignResult, count: number) {
  return campaign.cost === null || count === 0 ? noValue : money(campaign, campaign.cost / count);
}
