import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { AlertsDialog } from './alerts-dialog.tsx';

/** Opens the alerts of the feed that is shown. */
export function AlertsButton({ feed }: { feed: { id: string; name: string } }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button icon" aria-label="Alerts for this feed" title="Alerts" onClick={() => setOpen(true)}>
        <Icon name="bell" size={15} />
      </button>
      <AlertsDialog feed={isOpen ? feed : null} onClose={() => setOpen(false)} />
    </>
  );
}
