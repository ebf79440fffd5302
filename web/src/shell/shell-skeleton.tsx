import { t } from '../texts/t.ts';
import shellStyles from './shell.module.css';

/** The frame of the application while the session is loading. index.html contains the same shapes, shown until the script runs. */
export function ShellSkeleton() {
  return (
    <div className={shellStyles.shell} role="status" aria-label={t('common.loading')}>
      <div className={shellStyles.sidebar} />
      <main className="boot">
        {[1, 2, 3].map((shape) => (
          <svg key={shape} aria-hidden="true">
            <rect width="100%" height="100%" rx="8" />
          </svg>
        ))}
      </main>
    </div>
  );
}
