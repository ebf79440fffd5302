import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Icon } from './icon.tsx';

type RemoveButtonProps = {
  /** What goes, as its owner calls it. */
  name: string;
  /** What is done to it, such as “Delete”. */
  action?: string;
  /** What follows from it. */
  children: ReactNode;
  onConfirm: () => void;
  /** The word instead of the cross. */
  isWord?: boolean;
};

/** Removes something after asking, with words about what else that changes. */
export function RemoveButton({ name, action = 'Delete', children, onConfirm, isWord }: RemoveButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`button quiet small${isWord ? ' danger' : ' icon'}`}
        aria-label={`${action} ${name}`}
        onClick={() => setAsking(true)}
      >
        {isWord ? action : <Icon name="close" size={14} />}
      </button>
      <ConfirmDialog title={`${action} “${name}”?`} open={isAsking} action={action} onConfirm={onConfirm} onClose={() => setAsking(false)}>
        {children}
      </ConfirmDialog>
    </>
  );
}
