import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { request } from '../api/request.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { Topbar } from '../shell/topbar.tsx';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import cardStyles from '../ui/card.module.css';
import { ErrorState } from '../ui/error-state.tsx';
import { FormError } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Scroll } from '../ui/scroll.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import styles from './onboarding.module.css';
import { useChecklist } from './use-checklist.ts';

const pages = {
  tracker: '/settings/tracker',
  hostname: '/settings/traffic',
  team: '/settings/users',
  feed: '/leads?build=1',
  alert: '/settings/alerts',
} as const;

/** The first steps of a new account, and an offer to create an account with sample data. */
export default function GetStarted() {
  const { canManage } = useWorkspace();
  const { steps, error, refetch, done, total, isShown } = useChecklist();
  const [, navigate] = useLocation();
  const hide = useAccountChange('DELETE /checklist');
  return (
    <>
      <Topbar title={t('start.title')}>{steps && <span className="faint number">{t('start.progress', { done, total })}</span>}</Topbar>
      <Scroll label={t('start.title')}>
        <div className={layoutStyles.column}>
          <p className="soft">{t(steps && done === total ? 'start.complete' : 'start.intro')}</p>
          {steps ? (
            <ol className={`${cardStyles.card} ${styles.steps}`} data-testid="checklist">
              {steps.map(({ step, isDone }, index) => (
                <li key={step}>
                  <span className={styles.mark} data-done={isDone}>
                    {isDone ? <Icon name="check" size={14} /> : index + 1}
                    <span className="visually-hidden">{t(isDone ? 'start.done' : 'start.notDone')}</span>
                  </span>
                  <div>
                    <Link className="link target" href={pages[step]}>
                      {t(`startStep.${step}`)}
                    </Link>
                    <p className="soft">{t(`startHint.${step}`)}</p>
                  </div>
                </li>
              ))}
            </ol>
          ) : error ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : (
            <CardSkeletons />
          )}
          <SampleCard />
          {canManage && isShown && (
            <p>
              <Button quiet onClick={() => hide.mutate({}, { onSuccess: () => navigate('/leads') })}>
                {t('start.hide')}
              </Button>
            </p>
          )}
        </div>
      </Scroll>
    </>
  );
}

/** Offers an account with sample data to users who may create accounts and do not have one with sample data yet. */
function SampleCard() {
  const { account, accounts, switchAccount } = useWorkspace();
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const { data: creation } = useQuery({ queryKey: ['session', 'account-creation'], queryFn: () => request('GET /account-creation') });
  const create = useMutation({
    mutationFn: () => request('POST /sample-accounts', { body: { name: t('sample.name'), timezone: account.timezone } }),
    onSuccess: async ({ id }) => {
      await queryClient.refetchQueries({ queryKey: ['session'], exact: true });
      switchAccount(id);
      navigate('/leads');
    },
  });
  if (!creation?.isAllowed || accounts.some(({ sampleStatus }) => sampleStatus !== null)) return null;
  return (
    <section className={`${cardStyles.card} ${cardStyles.padded}`} aria-label={t('sample.title')}>
      <h2>{t('sample.title')}</h2>
      <p className="soft">{t('sample.intro')}</p>
      <FormError error={create.error} />
      <div className={styles.actions}>
        <Button disabled={create.isPending} onClick={() => create.mutate()}>
          {t('sample.create')}
        </Button>
      </div>
    </section>
  );
}
