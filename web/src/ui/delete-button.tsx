import { type ReactNode, useState } from 'react';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Icon } from './icon.tsx';

type DeleteButtonProps = {
  /** The name of the record that is deleted. */
  name: string;
  /** The label of the button, “Delete” by default. */
  action?: string;
  /** The text of the confirmation dialog, which explains the consequences. */
  children: ReactNode;
  onConfirm: () => void;
  /** Shows the label instead of an icon. */
  showLabel?: boolean;
};

/** A button that deletes a record after confirmation. */
export function DeleteButton({ name, action: otherAction, children, onConfirm, showLabel }: DeleteButtonProps) {
  const action = otherAction ?? t('common.delete');
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button
        quiet
        small
        danger={showLabel}
        icon={!showLabel}
        aria-label={t('common.actionOn', { action, name })}
        onClick={() => setConfirming(true)}
      >
        {showLabel ? action : <Icon name="close" size={14} />}
      </Button>
      <ConfirmDialog
        title={otherAction === undefined ? t('common.deleteQuestion', { name }) : t('common.actionOnQuestion', { action, name })}
        open={isConfirming}
        action={action}
        onConfirm={onConfirm}
        onClose={() => setConfirming(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
