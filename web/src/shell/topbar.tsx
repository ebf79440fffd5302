import { type ReactNode, useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './topbar.module.css';

export const openMenuEvent = 'leadlight:menu';

export function Topbar({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Leadlight`;
  }, [title]);
  return (
    <header className={styles.topbar}>
      <Button quiet icon className={styles.menuButton} aria-label="Menu" onClick={() => window.dispatchEvent(new Event(openMenuEvent))}>
        <Icon name="menu" />
      </Button>
      <h1>{title}</h1>
      <div className={styles.space} />
      {children}
    </header>
  );
}
