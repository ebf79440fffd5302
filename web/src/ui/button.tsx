import type { ComponentProps } from 'react';
import styles from './button.module.css';

type Look = { main?: boolean; quiet?: boolean; danger?: boolean; small?: boolean; icon?: boolean };

/** The class names of a button, also for links that look like one. */
export function buttonClass(look: Look = {}): string {
  const names = (['main', 'quiet', 'danger', 'small', 'icon'] as const).filter((name) => look[name]);
  return ['button', ...names].map((name) => styles[name]).join(' ');
}

export function Button({ main, quiet, danger, small, icon, className = '', type = 'button', ...props }: ComponentProps<'button'> & Look) {
  return <button type={type} className={`${buttonClass({ main, quiet, danger, small, icon })} ${className}`.trim()} {...props} />;
}
