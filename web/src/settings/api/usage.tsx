import { useState } from 'react';
import { useAccountQuery } from '../../api/use-account-query.ts';
import figureStyles from '../../dashboard/figure.module.css';
import { Figure } from '../../dashboard/figure.tsx';
import { formatDay, formatMoment, formatMonth, formatNumber } from '../../lib/format.ts';
import { operationName } from '../../texts/language.ts';
import { t, tCode } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import formStyles from '../../ui/form.module.css';
import { Pager } from '../../ui/pager.tsx';
import tableStyles from '../../ui/table.module.css';
import { SettingsIntro } from '../settings-intro.tsx';

export function UsagePage() {
  const { data: credits } = useAccountQuery('/credits');
  return (
    <>
      <SettingsIntro title={t('apiSettings.usageAndCredits')} text={t('apiSettings.usageIntro')} />
      {credits && (
        <dl className={figureStyles.figures}>
          <Figure name={t('apiSettings.creditsThisMonth')} value={formatNumber(credits.available)} />
          <Figure name={t('apiSettings.used')} value={formatNumber(credits.used)} />
          <Figure name={t('apiSettings.left')} value={formatNumber(credits.remaining)} />
          <Figure name={t('apiSettings.nextReset')} value={formatDay(credits.nextResetOn)} />
        </dl>
      )}
      <UsageTable />
      <Charges />
    </>
  );
}

const spans = [
  ['0', 'apiSettings.thisMonth'],
  ['2', 'apiSettings.threeMonths'],
  ['11', 'apiSettings.twelveMonths'],
] as const;

function UsageTable() {
  const [monthsBack, setMonthsBack] = useState('2');
  const now = new Date();
  const period = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  const { data: rows } = useAccountQuery('/usage', { query: { startPeriod: period(Number(monthsBack)), endPeriod: period(0) } });
  return (
    <Card
      title={t('apiSettings.byOperationAndMonth')}
      aside={
        <select
          className={`${formStyles.select} ${formStyles.small}`}
          aria-label={t('apiSettings.monthsShown')}
          value={monthsBack}
          onChange={(event) => setMonthsBack(event.target.value)}
        >
          {spans.map(([value, text]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </select>
      }
    >
      {rows?.length === 0 && <p className="faint">{t('apiSettings.noRequests')}</p>}
      {rows && rows.length > 0 && (
        <DataTable
          headings={[
            t('apiSettings.month'),
            t('apiSettings.operation'),
            { text: t('apiSettings.requests'), isRight: true },
            { text: t('apiSettings.errors'), isRight: true },
            { text: t('apiSettings.credits'), isRight: true },
          ]}
          isCard={false}
        >
          {rows.toReversed().map(({ period, operation, requests, errors, creditsCharged }) => (
            <tr key={`${period} ${operation}`}>
              <td className="soft">{formatMonth(`${period}-01`)}</td>
              <td title={operation}>{operationName(operation)}</td>
              <td className={`${tableStyles.right} number`}>{formatNumber(requests)}</td>
              <td className={`${tableStyles.right} number`}>{formatNumber(errors)}</td>
              <td className={`${tableStyles.right} number`}>{formatNumber(creditsCharged)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Card>
  );
}

function Charges() {
  const [before, setBefore] = useState('');
  const { data } = useAccountQuery('/charges', { query: before === '' ? {} : { before } });
  return (
    <Card title={t('apiSettings.charges')}>
      {data?.charges.length === 0 && <p className="faint">{t('apiSettings.noChargesYet')}</p>}
      {data && data.charges.length > 0 && (
        <DataTable
          headings={[
            t('common.when'),
            t('apiSettings.record'),
            t('apiSettings.operation'),
            { text: t('apiSettings.credits'), isRight: true },
          ]}
          isCard={false}
        >
          {data.charges.map((charge) => (
            <tr key={charge.id}>
              <td className="soft">{formatMoment(charge.chargedAt)}</td>
              <td>
                {charge.recordName ??
                  (charge.kind === 'company' ? t('apiSettings.companyNumber', { number: charge.recordId }) : charge.recordId)}{' '}
                <Badge>{tCode('recordKind', charge.kind, charge.kind)}</Badge>
              </td>
              <td title={charge.operation}>
                {charge.operation === 'app' ? t('apiSettings.inLeadlight') : operationName(charge.operation)}
              </td>
              <td className={`${tableStyles.right} number`}>{formatNumber(charge.credits)}</td>
            </tr>
          ))}
        </DataTable>
      )}
      <Pager isAtStart={before === ''} next={data?.next} onMove={setBefore} />
    </Card>
  );
}
