import { type ReactNode, useEffect } from 'react';
import cardStyles from '../ui/card.module.css';
import styles from './sign-in-frame.module.css';

export function SignInFrame({ title, words, children }: { title: string; words?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Leadlight`;
  }, [title]);
  return (
    <main className={styles.entrance}>
      <div className={styles.box}>
        <div className={styles.brand}>
          <img src="/icon.svg" alt="" />
          Leadlight
        </div>
        <div className={cardStyles.card}>
          <h1>{title}</h1>
          {words && (
            <p className="soft" style={{ marginBottom: 18 }}>
              {words}
            </p>
          )}
          {children}
        </div>
      </div>
    </main>
  );
}
