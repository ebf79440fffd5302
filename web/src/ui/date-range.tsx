import { Suspense, useEffect, useState } from 'react';
import { currentTimeZone, formatRange } from '../lib/format.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { intervalName } from './interval-name.ts';
import { type Interval, isIntervalInvalid } from './intervals.ts';
import { useToast } from './toast.tsx';

const DateRangePopup = lazyComponent(() => import('./date-range-popup.tsx').then((module) => module.DateRangePopup));

/** Selects the interval of a page, which is part of its URL and can be limited to a number of days. */
export function DateRange({ interval, maxDays }: { interval: Interval; maxDays?: number }) {
  const [params] = useParams();
  const showToast = useToast();
  const isInvalid = isIntervalInvalid(params);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once when the URL becomes invalid.
  useEffect(() => {
    if (isInvalid) showToast(t('common.invalidPeriod', { period: intervalName(interval) }), undefined, 'period');
  }, [isInvalid]);
  const [wasOpen, setWasOpen] = useState(false);
  const button = (
    <Button onClick={() => setWasOpen(true)} aria-haspopup="dialog" title={t('common.daysInZone', { zone: currentTimeZone() })}>
      <Icon name="calendar" size={15} />
      {intervalName(interval)}
    </Button>
  );
  return (
    <>
      <span className="printed">
        {formatRange(interval.from, interval.to)} · {currentTimeZone()}
      </span>
      {wasOpen ? (
        <Suspense fallback={button}>
          <DateRangePopup interval={interval} maxDays={maxDays} />
        </Suspense>
      ) : (
        button
      )}
    </>
  );
}
