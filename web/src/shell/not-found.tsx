import { Link } from 'wouter';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Topbar } from './topbar.tsx';

export function NotFound() {
  return (
    <>
      <Topbar title="Not found" />
      <EmptyState title="Page not found">
        <p className="soft">The address may be mistyped.</p>
        <Link href="/leads" className={buttonClass()}>
          Go to leads
        </Link>
      </EmptyState>
    </>
  );
}
