import { type ReactNode, useState } from 'react';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Icon } from './icon.tsx';

type DeleteButtonProps = {
  /** The name of what is deleted. */
  name: string;
  /** The verb, such as “Delete”. */
  action?: string;
  /** The consequences. */
  children: ReactNode;
  onConfirm: () => void;
  /** Shows the verb instead of an icon. */
  isWord?: boolean;
};

/** Deletes something after confirmation. */
export function DeleteButton({ name, action = t('common.delete'), children, onConfirm, isWord }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        quiet
        small
        danger={isWord}
        icon={!isWord}
        aria-label={t('common.actionOn', { action, name })}
        onClick={() => setAsking(true)}
      >
        {isWord ? action : <Icon name="close" size={14} />}
      </Button>
      <ConfirmDialog
        title={t('common.actionOnQuestion', { action, name })}
        open={isAsking}
        action={action}
        onConfirm={onConfirm}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
