import { type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import chartStyles from './chart.module.css';

type StepLinksProps = {
  steps: string[];
  height: number;
  hrefOf: (step: string) => string;
  nameOf: (step: string, index: number) => string;
  onActiveChange: (index: number | null) => void;
};

/** A link over each step of a chart. The arrow keys move between them, so that the chart is one tab stop. */
export function StepLinks({ steps, height, hrefOf, nameOf, onActiveChange }: StepLinksProps) {
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = event.currentTarget.children[current + by];
    if (by === 0 || !(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links inside.
    <div className={chartStyles.steps} style={{ height }} onKeyDown={move}>
      {steps.map((step, index) => (
        <Link
          key={step}
          href={hrefOf(step)}
          tabIndex={index === Math.min(current, steps.length - 1) ? 0 : -1}
          aria-label={nameOf(step, index)}
          onMouseEnter={() => onActiveChange(index)}
          onMouseLeave={() => onActiveChange(null)}
          onFocus={() => {
            setCurrent(index);
            onActiveChange(index);
          }}
          onBlur={() => onActiveChange(null)}
        />
      ))}
    </div>
  );
}
