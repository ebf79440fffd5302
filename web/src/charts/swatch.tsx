import styles from './swatch.module.css';

/** The color of a series in a legend or tooltip: a dot for bars and lines, dashes for a dashed line. */
export function Swatch({ color, isDashed }: { color: string; isDashed?: boolean }) {
  return isDashed ? (
    <i className={styles.dashed} style={{ borderColor: color }} data-testid="dashed" />
  ) : (
    <i className={styles.swatch} style={{ background: color }} />
  );
}
