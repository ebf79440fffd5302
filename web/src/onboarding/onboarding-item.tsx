import { Link, useLocation } from 'wouter';
import navStyles from '../shell/nav.module.css';
import { t } from '../texts/t.ts';
import { Icon } from '../ui/icon.tsx';
import { useChecklist } from './use-checklist.ts';

/** The link to the first steps in the sidebar, until they are done or hidden. */
export function OnboardingItem() {
  const [location] = useLocation();
  const { done, total, isShown } = useChecklist();
  if (!isShown) return null;
  return (
    <Link href="/start" className={navStyles.navItem} aria-current={location === '/start' ? 'page' : undefined}>
      <Icon name="check" />
      {t('start.title')}
      <span className={`${navStyles.count} number`}>
        {done}/{total}
      </span>
    </Link>
  );
}
