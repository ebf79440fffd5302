import { type ReactNode, useEffect } from 'react';
import cardStyles from '../ui/card.module.css';
import formStyles from '../ui/form.module.css';
import styles from './sign-in-frame.module.css';

export function SignInFrame({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Leadlight`;
  }, [title]);
  return (
    <main className={styles.frame}>
      <div className={styles.box}>
        <div className={styles.brand}>
          <img src="/icon.svg" alt="" />
          Leadlight
        </div>
        <div className={cardStyles.card}>
          <h1>{title}</h1>
          {text && (
            <p className="soft" style={{ marginBottom: 18 }}>
              {text}
            </p>
          )}
          <div className={formStyles.form}>{children}</div>
        </div>
      </div>
    </main>
  );
}
