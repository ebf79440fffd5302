import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { type Interval, intervalName, isIntervalInvalid } from './intervals.ts';
import { useToast } from './toast.tsx';

const DateRangePopup = lazyPart(() => import('./date-range-popup.tsx').then((part) => part.DateRangePopup));

/** Selects the period of a page, kept in its address. */
export function DateRange({ interval }: { interval: Interval }) {
  const [params] = useParams();
  const showToast = useToast();
  const isInvalid = isIntervalInvalid(params);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each address.
  useEffect(() => {
    if (isInvalid) showToast(t('common.invalidPeriod', { period: intervalName(interval) }), undefined, 'period');
  }, [isInvalid]);
  const [wasOpen, setWasOpen] = useState(false);
  const button = (
    <Button onClick={() => setWasOpen(true)} aria-haspopup="dialog">
      <Icon name="calendar" size={15} />
      {intervalName(interval)}
    </Button>
  );
  if (!wasOpen) return button;
  return (
    <Suspense fallback={button}>
      <DateRangePopup interval={interval} />
    </Suspense>
  );
}
