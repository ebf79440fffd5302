import { t } from '../texts/t.ts';
import shellStyles from './shell.module.css';

/** The frame of the application until it is known who is signed in. The same shapes are in index.html, for the time before that. */
export function ShellSkeleton() {
  return (
    <div className={shellStyles.shell} role="status" aria-label={t('common.loading')}>
      <div className={shellStyles.sidebar} />
      <main className="boot">
        <div />
        <div />
        <div />
      </main>
    </div>
  );
}
