import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { formatDay } from '../lib/format.ts';
import { useParams } from '../lib/use-params.ts';
import { Icon } from './icon.tsx';
import { type Interval, presets } from './intervals.ts';

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
      <Popover.Trigger className="button" onClick={readInterval}>
        <Icon name="calendar" size={15} />
        {preset ? preset.name : `${formatDay(interval.from)} – ${formatDay(interval.to)}`}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} style={{ zIndex: 60 }}>
          <Popover.Popup className="popup" aria-label="Select dates">
            {presets.map(({ id, name }) => (
              <button type="button" key={id} className="popup-item" onClick={() => apply({ range: id, from: null, to: null })}>
                {name}
                {id === interval.preset && <Icon name="check" size={14} />}
              </button>
            ))}
            <div className="popup-line" />
            <form
              className="form"
              style={{ padding: 8, gap: 8 }}
              onSubmit={(event) => {
                event.preventDefault();
                if (from <= to) apply({ range: null, from, to });
              }}
            >
              <div className="field">
                <label htmlFor="range-from">From</label>
                <input
                  id="range-from"
                  className="input small"
                  type="date"
                  required
                  value={from}
                  max={to}
                  onChange={(event) => setFrom(event.target.value)}
                />
              </div>
              <div className="field">
                <label htmlFor="range-to">To</label>
                <input
                  id="range-to"
                  className="input small"
                  type="date"
                  required
                  value={to}
                  min={from}
                  onChange={(event) => setTo(event.target.value)}
                />
              </div>
              <button type="submit" className="button small">
                Apply
              </button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
