import { Link } from 'wouter';
import { Topbar } from './topbar.tsx';

export function NotFound() {
  return (
    <>
      <Topbar title="Not found" />
      <div className="empty">
        <h2>Page not found</h2>
        <p className="soft">The address may be mistyped.</p>
        <Link href="/leads" className="button">
          Go to leads
        </Link>
      </div>
    </>
  );
}
