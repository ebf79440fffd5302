import type { ComponentProps } from 'react';
import styles from './tag.module.css';

/** A small label with a border, such as a tag of a company or a filter. */
export function Tag(props: ComponentProps<'span'>) {
  return <span className={styles.tag} data-testid="tag" {...props} />;
}

/** A dot in one of the ten tag colors. */
export function TagDot({ color }: { color: number }) {
  return <span className={`${styles.dot} ${styles[`tag${color}`]}`} data-color={color} />;
}
