import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../api/request.ts';
import { formatDay, formatRange, setTimeZone } from '../lib/format.ts';
import { useHash } from '../lib/use-hash.ts';
import { isInvalidLink } from '../sign-in/is-invalid-link.ts';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import annotationStyles from './annotations.module.css';
import { AnnotationList } from './annotations.tsx';
import { Figures } from './figures.tsx';
import styles from './shared-dashboard.module.css';

/** The dashboard that a shared link shows without signing in. The secret is in the URL fragment and is sent only in request bodies. */
export default function SharedDashboard() {
  const secret = useHash();
  const { data, error, refetch } = useQuery({
    queryKey: ['session', 'shared', secret],
    queryFn: async () => {
      const dashboard = await request('POST /dashboard-links/open', { body: { secret } });
      setTimeZone(dashboard.timezone);
      return dashboard;
    },
    refetchOnWindowFocus: false,
  });
  const title = data && `${data.accountName} · ${data.name}`;
  useEffect(() => {
    document.title = `${title ?? t('common.dashboard')} · Leadlight`;
  }, [title]);
  if (error && isInvalidLink(error)) {
    return <SignInFrame title={t('dashboard.invalidLink')}>{error.message}</SignInFrame>;
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <main className={styles.shared}>
      <header style={data.brand.color === null ? undefined : { borderTop: `4px solid ${data.brand.color}` }}>
        {data.brand.logo && <img className={styles.logo} src={data.brand.logo} alt={t('brand.logoOf', { name: data.accountName })} />}
        <h1>{title}</h1>
        <p className="soft">
          {formatRange(data.from, data.to)} · {data.timezone} · {t('dashboard.linkExpires', { day: formatDay(data.expiresAt) })}
        </p>
        <Button quiet onClick={() => window.print()}>
          {t('dashboard.print')}
        </Button>
      </header>
      <Figures
        overview={data.overview}
        isCompared
        shares={data.breakdowns}
        entryAndExitPages={data.entryAndExitPages}
        trends={data.trends}
        annotations={data.annotations}
        links={null}
        belowChart={
          data.annotations.length > 0 && (
            <div className={annotationStyles.annotations}>
              <AnnotationList annotations={data.annotations} onDelete={null} />
            </div>
          )
        }
      />
    </main>
  );
}
