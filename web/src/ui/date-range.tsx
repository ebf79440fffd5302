import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { formatDay } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { Button, buttonClass } from './button.tsx';
import formStyles from './form.module.css';
import { Icon } from './icon.tsx';
import { type Interval, presets } from './intervals.ts';
import popupStyles from './popup.module.css';

/** Selects the period of a page, kept in its address. */
export function DateRange({ interval }: { interval: Interval }) {
  const [, change] = useParams();
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState(interval.from);
  const [to, setTo] = useState(interval.to);
  const readInterval = () => {
    setFrom(interval.from);
    setTo(interval.to);
  };
  const preset = presets.find(({ id }) => id === interval.preset);
  const apply = (params: Record<string, string | null>) => {
    change(params);
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={buttonClass()} onClick={readInterval}>
        <Icon name="calendar" size={15} />
        {preset ? preset.name : `${formatDay(interval.from)} – ${formatDay(interval.to)}`}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} style={{ zIndex: 60 }}>
          <Popover.Popup className={popupStyles.popup} aria-label="Select dates">
            {presets.map(({ id, name }) => (
              <button type="button" key={id} className={popupStyles.popupItem} onClick={() => apply({ range: id, from: null, to: null })}>
                {name}
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
                <label htmlFor="range-from">From</label>
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
                <label htmlFor="range-to">To</label>
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
                Apply
              </Button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
