import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { currentTimeZone } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button, buttonClass } from './button.tsx';
import formStyles from './form.module.css';
import { Icon } from './icon.tsx';
import { intervalName } from './interval-name.ts';
import { addDays, type Interval, isDay, presets } from './intervals.ts';
import popupStyles from './popup.module.css';

/** The presets and a form for other days; see `DateRange`. */
export function DateRangePopup({ interval, maxDays }: { interval: Interval; maxDays?: number }) {
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
                {id === interval.preset && (
                  <span className={popupStyles.itemCheck}>
                    <Icon name="check" size={14} />
                  </span>
                )}
              </button>
            ))}
            <div className={popupStyles.popupLine} />
            <p className={popupStyles.popupTitle}>{t('common.daysInZone', { zone: currentTimeZone() })}</p>
            <form
              className={formStyles.form}
              style={{ padding: 8, gap: 8 }}
              onSubmit={(event) => {
                event.preventDefault();
                if (from <= to) apply({ range: null, from, to });
              }}
            >
              <DateField
                id="range-from"
                label={t('common.from')}
                value={from}
                min={maxDays && isDay(to) ? addDays(to, 1 - maxDays) : undefined}
                max={to}
                onChange={setFrom}
              />
              <DateField
                id="range-to"
                label={t('common.to')}
                value={to}
                min={from}
                max={maxDays && isDay(from) ? addDays(from, maxDays - 1) : undefined}
                onChange={setTo}
              />
              {maxDays !== undefined && <p className="faint">{t('common.atMostDays', { count: maxDays })}</p>}
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

type DateFieldProps = { id: string; label: string; value: string; min?: string; max?: string; onChange(day: string): void };

function DateField({ id, label, onChange, ...input }: DateFieldProps) {
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className={`${formStyles.input} ${formStyles.small}`}
        type="date"
        required
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
