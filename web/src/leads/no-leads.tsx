import { Link } from 'wouter';

export function NoLeads({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <div className="empty">
        <h2>No companies match</h2>
        <p className="soft">Nothing in these days matches the search, the feed or the filters. Try more days, or remove filters.</p>
        <button type="button" className="button" onClick={onClear}>
          Show all leads
        </button>
      </div>
    );
  }
  return (
    <div className="empty">
      <h2>No leads yet</h2>
      <p className="soft">Companies appear here as soon as they visit your website with the tracker installed.</p>
      <Link href="/settings/tracker" className="button main">
        Install the tracker
      </Link>
    </div>
  );
}
