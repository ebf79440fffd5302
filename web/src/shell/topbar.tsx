import { type ReactNode, useEffect } from 'react';
import { Icon } from '../ui/icon.tsx';

export const openMenuEvent = 'leadlight:menu';

export function Topbar({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Leadlight`;
  }, [title]);
  return (
    <header className="topbar">
      <button
        type="button"
        className="button quiet icon menu-button"
        aria-label="Menu"
        onClick={() => window.dispatchEvent(new Event(openMenuEvent))}
      >
        <Icon name="menu" />
      </button>
      <h1>{title}</h1>
      <div className="space" />
      {children}
    </header>
  );
}
