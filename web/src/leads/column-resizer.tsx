import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { t } from '../texts/t.ts';
import styles from './lead-table.module.css';

const minWidth = 40;
const maxWidth = 800;
const keyStep = 16;
const bounded = (width: number) => Math.round(Math.min(maxWidth, Math.max(minWidth, width)));

/** The resize handle of a column header. It is dragged, or moved with the arrow keys. */
export function ColumnResizer({ name, onResize }: { name: string; onResize: (width: number) => void }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const widthOf = (element: Element) => element.parentElement?.getBoundingClientRect().width ?? minWidth;
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: widthOf(event.currentTarget) };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (start.current) onResize(bounded(start.current.width + event.clientX - start.current.x));
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? keyStep : event.key === 'ArrowLeft' ? -keyStep : 0;
    if (by === 0) return;
    event.preventDefault();
    onResize(bounded(widthOf(event.currentTarget) + by));
  };
  return (
    <button
      type="button"
      className={styles.resizer}
      aria-label={t('leads.resize', { name })}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = null;
      }}
      onKeyDown={press}
    />
  );
}
