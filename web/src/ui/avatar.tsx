import { useState } from 'react';
import styles from './avatar.module.css';

const hues = [255, 24, 150, 200, 330, 45, 280, 170, 95, 225];

type AvatarProps = { name: string; isLarge?: boolean; isPerson?: boolean; isSmall?: boolean; logo?: string | null };

/** The logo, or the first letter on a color. Images come from this server only, never from other sites. */
export function Avatar({ name, isLarge, isPerson, isSmall, logo = null }: AvatarProps) {
  const [missingLogo, setMissingLogo] = useState<string | null>(null);
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  const hue = hues[sum % hues.length];
  const className = [styles.avatar, isLarge && styles.large, isPerson && styles.person, isSmall && styles.small].filter(Boolean).join(' ');
  if (logo !== null && logo !== missingLogo) {
    return <img className={`${className} ${styles.logo}`} src={logo} alt="" loading="lazy" onError={() => setMissingLogo(logo)} />;
  }
  return (
    <span className={className} aria-hidden="true" style={{ background: `hsl(${hue} 62% 90%)`, color: `hsl(${hue} 60% 28%)` }}>
      {(name.replace(/^[^\p{L}\p{N}]+/u, '')[0] ?? '?').toUpperCase()}
    </span>
  );
}
