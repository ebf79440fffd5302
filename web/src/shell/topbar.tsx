import { type ReactNode, useEffect } from 'react';
import { useWorkspace } from '../api/session.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './topbar.module.css';

export const openMenuEvent = 'leadlight:menu';

type TopbarProps = {
  title: string;
  /** The title of the window, if it is more specific than that of the page. */
  windowTitle?: string;
  children?: ReactNode;
};

export function Topbar({ title, windowTitle = title, children }: TopbarProps) {
  const { account } = useWorkspace();
  useEffect(() => {
    document.title = `${windowTitle} · Leadlight`;
  }, [windowTitle]);
  return (
    <header className={styles.topbar}>
      <Button
        quiet
        icon
        className={styles.menuButton}
        aria-label={t('shell.menu')}
        onClick={() => window.dispatchEvent(new Event(openMenuEvent))}
      >
        <Icon name="menu" />
      </Button>
      <h1 title={title}>{title}</h1>
      <span className="printed">{account.name}</span>
      {children}
    </header>
  );
}
