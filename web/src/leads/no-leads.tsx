import { Link } from 'wouter';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function NoLeads({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState title="No companies match">
        <p className="soft">Nothing in these days matches the search, the feed or the filters. Try more days, or remove filters.</p>
        <Button onClick={onClear}>Show all leads</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No leads yet">
      <p className="soft">Companies appear here as soon as they visit your website with the tracker installed.</p>
      <Link href="/settings/tracker" className={buttonClass({ main: true })}>
        Install the tracker
      </Link>
    </EmptyState>
  );
}
