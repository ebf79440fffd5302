import { useState } from 'react';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { AlertedFeed } from './alerts-dialog.tsx';
import { LazyAlertsDialog } from './lazy-alerts-dialog.tsx';

/** Opens the alerts of the feed that is shown. */
export function AlertsButton({ feed }: { feed: AlertedFeed }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon aria-label={t('alerts.title')} title={t('common.alerts')} onClick={() => setOpen(true)}>
        <Icon name="bell" size={15} />
      </Button>
      <LazyAlertsDialog feed={isOpen ? feed : null} onClose={() => setOpen(false)} />
    </>
  );
}
