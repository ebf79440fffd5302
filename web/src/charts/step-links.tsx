import { type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import chartStyles from './chart.module.css';

type StepLinksProps = {
  days: string[];
  height: number;
  hrefOf: (day: string) => string;
  nameOf: (day: string, index: number) => string;
  onAt: (index: number | null) => void;
};

/** A link over each step of a chart. The arrow keys move between them, so that the chart is one stop of the keyboard. */
export function StepLinks({ days, height, hrefOf, nameOf, onAt }: StepLinksProps) {
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = event.currentTarget.children[current + by];
    if (by === 0 || !(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the links inside.
    <div className={chartStyles.steps} style={{ height }} onKeyDown={move}>
      {days.map((day, index) => (
        <Link
          key={day}
          href={hrefOf(day)}
          tabIndex={index === Math.min(current, days.length - 1) ? 0 : -1}
          aria-label={nameOf(day, index)}
          onMouseEnter={() => onAt(index)}
          onMouseLeave={() => onAt(null)}
          onFocus={() => {
            setCurrent(index);
            onAt(index);
          }}
          onBlur={() => onAt(null)}
        />
      ))}
    </div>
  );
}
