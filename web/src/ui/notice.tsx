import type { ComponentProps } from 'react';
import styles from './notice.module.css';

/** A message inside a page, such as a warning above a form. */
export function Notice({ tone, ...props }: ComponentProps<'div'> & { tone?: 'good' | 'warn' | 'bad' }) {
  return <div className={tone ? `${styles.notice} ${styles[tone]}` : styles.notice} {...props} />;
}
