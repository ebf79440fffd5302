import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button, buttonClass } from './button.tsx';
import formStyles from './form.module.css';
import { Icon } from './icon.tsx';
import { type Interval, intervalName, presets } from './intervals.ts';
import popupStyles from './popup.module.css';

/** The periods to select from; see `DateRange`. */
export function DateRangePopup({ interval }: { interval: Interval }) {
  const [, change] = useParams();
  const [isOpen, setOpen] = useState(true);
  const [from, setFrom] = useState(interval.from);
  const [to, setTo] = useState(interval.to);
  const readInterval = () => {
    setFrom(interval.from);
    setTo(interval.to);
  };
  const apply = (params: Record<string, string | null>) => {
    change(params);
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={buttonClass()} onClick={readInterval}>
        <Icon name="calendar" size={15} />
        {intervalName(interval)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} style={{ zIndex: 60 }}>
          <Popover.Popup className={popupStyles.popup} aria-label={t('common.selectDates')}>
            {presets.map(({ id, text }) => (
              <button type="button" key={id} className={popupStyles.popupItem} onClick={() => apply({ range: id, from: null, to: null })}>
                {t(text)}
                {id === interval.preset && <Icon name="check" size={14} />}
              </button>
            ))}
            <div className={popupStyles.popupLine} />
            <form
              className={formStyles.form}
              style={{ padding: 8, gap: 8 }}
              onSubmit={(event) => {
                event.preventDefault();
                if (from <= to) apply({ range: null, from, to });
              }}
            >
              <div className={formStyles.field}>
                <label htmlFor="range-from">{t('common.from')}</label>
                <input
                  id="range-from"
                  className={`${formStyles.input} ${formStyles.small}`}
                  type="date"
                  required
                  value={from}
                  max={to}
                  onChange={(event) => setFrom(event.target.value)}
                />
              </div>
              <div className={formStyles.field}>
                <label htmlFor="range-to">{t('common.to')}</label>
                <input
                  id="range-to"
                  className={`${formStyles.input} ${formStyles.small}`}
                  type="date"
                  required
                  value={to}
                  min={from}
                  onChange={(event) => setTo(event.target.value)}
                />
              </div>
              <Button type="submit" small>
                {t('common.apply')}
              </Button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
