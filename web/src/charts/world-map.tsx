import { Link } from 'wouter';
import type { MapDot } from '../api/responses.ts';
import { countryName, formatNumber } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { landCells, north } from './land.ts';
import styles from './world-map.module.css';

const south = -56;

type WorldMapProps<Dot> = {
  dots: Dot[];
  /** The page that a dot links to, if any. */
  hrefOf?: (dot: Dot) => string | undefined;
};

/** A dotted world map, drawn without loading map data from a third party. */
export function WorldMap<Dot extends MapDot & { isSoft?: boolean }>({ dots, hrefOf }: WorldMapProps<Dot>) {
  const max = Math.max(1, ...dots.map(({ visits }) => visits));
  const x = (longitude: number) => longitude + 180;
  const y = (latitude: number) => north - latitude;
  const nameOf = ({ city, countryCode }: Dot) => city ?? countryName(countryCode) ?? t('common.unknown');
  const largest = dots.toSorted((a, b) => b.visits - a.visits).slice(0, 5);
  const places = largest.map((dot) => `${nameOf(dot)} ${formatNumber(dot.visits)}`);
  const label = t('dashboard.visitsByPlace', { places: places.join(', ') });
  return (
    <svg className={styles.world} viewBox={`0 0 360 ${north - south}`} role={hrefOf ? 'group' : 'img'} aria-label={label}>
      <path
        className={styles.land}
        d={landCells()
          .map(([longitude, latitude]) => `M${x(longitude)} ${y(latitude)}m-.75 0a.75.75 0 1 0 1.5 0a.75.75 0 1 0-1.5 0`)
          .join('')}
      />
      {dots
        .filter(({ latitude }) => latitude < north && latitude > south)
        .map((dot) => {
          const { latitude, longitude, visits } = dot;
          const text = `${nameOf(dot)}: ${t('common.visitCount', { count: visits })}`;
          const circle = (
            <circle
              className={dot.isSoft ? `${styles.here} ${styles.soft}` : styles.here}
              cx={x(longitude)}
              cy={y(latitude)}
              r={0.9 + 3.4 * Math.sqrt(visits / max)}
            >
              <title>{text}</title>
            </circle>
          );
          const key = [latitude, longitude, dot.city, dot.countryCode].join(' ');
          const href = hrefOf?.(dot);
          if (href === undefined) return <g key={key}>{circle}</g>;
          // Dots are not tab stops, because there may be hundreds. For the keyboard, the live page lists the visits and the dashboard the countries.
          return (
            <Link key={key} href={href} tabIndex={-1} aria-label={text}>
              {circle}
            </Link>
          );
        })}
    </svg>
  );
}
