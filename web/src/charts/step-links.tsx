import { type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import chartStyles from './chart.module.css';

/** A link over a step of a chart, or over the part of it that belongs to the point of one line. */
export type StepLink = {
  step: number;
  href: string;
  name: string;
  top: number;
  height: number;
  /** The point of the line of this color, positioned relative to the link. */
  point?: { color: string; y: number };
};

type StepLinksProps = {
  /** Sorted by step, then from top to bottom. */
  links: StepLink[];
  steps: number;
  onActiveChange: (step: number | null) => void;
};

/** The links of a chart. The arrow keys move between them, so that the chart is one tab stop. */
export function StepLinks({ links, steps, onActiveChange }: StepLinksProps) {
  const [focused, setFocused] = useState(0);
  const current = Math.min(focused, links.length - 1);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = event.currentTarget.children[linkIndexInDirection(links, current, event.key)];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links inside.
    <div className={chartStyles.steps} onKeyDown={move}>
      {links.map(({ step, href, name, top, height, point }, index) => (
        <Link
          key={`${step} ${point?.color ?? ''}`}
          href={href}
          style={{ left: `${(step / steps) * 100}%`, width: `${100 / steps}%`, top, height }}
          tabIndex={index === current ? 0 : -1}
          aria-label={name}
          // Not `onMouseEnter`, which React misses when the link appears under the mouse.
          onMouseMove={() => onActiveChange(step)}
          onMouseLeave={() => onActiveChange(null)}
          onFocus={() => {
            setFocused(index);
            onActiveChange(step);
          }}
          onBlur={() => onActiveChange(null)}
        >
          {point && <span style={{ top: point.y, background: point.color }} />}
        </Link>
      ))}
    </div>
  );
}

/**
 * Left and right lead to the previous and the next step, if possible to the point of the same line; up and down lead to the other points of
 * the same step. Returns -1 if there is no link in that direction.
 */
function linkIndexInDirection(links: StepLink[], current: number, key: string): number {
  const from = links[current];
  if (!from) return -1;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = key === 'ArrowUp' ? current - 1 : current + 1;
    return links[next]?.step === from.step ? next : -1;
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return -1;
  const next = key === 'ArrowLeft' ? links.findLast(({ step }) => step < from.step) : links.find(({ step }) => step > from.step);
  const onLine = links.findIndex(({ step, point }) => step === next?.step && point?.color === from.point?.color);
  return onLine === -1 ? links.findIndex(({ step }) => step === next?.step) : onLine;
}
