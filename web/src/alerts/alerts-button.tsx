import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { AlertsDialog } from './alerts-dialog.tsx';

/** Opens the alerts of the feed that is shown. */
export function AlertsButton({ feed }: { feed: { id: string; name: string } }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon aria-label="Alerts for this feed" title="Alerts" onClick={() => setOpen(true)}>
        <Icon name="bell" size={15} />
      </Button>
      <AlertsDialog feed={isOpen ? feed : null} onClose={() => setOpen(false)} />
    </>
  );
}
