import { Link } from 'wouter';
import { formatNumber } from '../lib/format.ts';

/** A number that opens the list of the companies behind it, if there are any. */
export function NumberLink({ value, companies, href }: { value: number; companies: number; href: string }) {
  if (value === 0 || companies === 0) return formatNumber(value);
  return (
    <Link className="link" href={href}>
      {formatNumber(value)}
    </Link>
  );
}
