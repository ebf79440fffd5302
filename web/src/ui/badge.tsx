import type { ComponentProps } from 'react';
import styles from './badge.module.css';

type Tone = 'good' | 'warn' | 'bad' | 'accent';

export function badgeClass(tone?: Tone): string {
  return tone ? `${styles.badge} ${styles[tone]}` : styles.badge!;
}

export function Badge({ tone, ...props }: ComponentProps<'span'> & { tone?: Tone }) {
  return <span className={badgeClass(tone)} {...props} />;
}
