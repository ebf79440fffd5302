import { useLocation } from 'wouter';
import { useWork } from '../api/session.tsx';
import { useParams } from '../lib/use-params.ts';
import { Icon } from '../ui/icon.tsx';
import { filterWords, readFilters, useFilterFields, writeFilters } from './filters.ts';
import type { FeedEntry } from './use-feeds.ts';

/** The conditions of the feed and the added filters, in words. */
export function FilterBar({ feed }: { feed: FeedEntry | undefined }) {
  const { mayEdit } = useWork();
  const [params, change] = useParams();
  const [, navigate] = useLocation();
  const applied = readFilters(params.get('filters'));
  const own = feed && !feed.isBuiltIn ? feed.filters.all : [];
  const fields = useFilterFields(applied.length + own.length > 0);
  const isHidden = params.get('hidden') !== null;
  if (applied.length + own.length === 0 && !isHidden) return null;
  const words = (filter: (typeof applied)[number]) =>
    filterWords(
      filter,
      fields.find(({ name }) => name === filter.field),
    );
  const edit = () => {
    const query = new URLSearchParams({ filters: writeFilters([...own, ...applied])!, editing: feed!.id, build: '1' });
    navigate(`/leads?${query}`);
  };
  return (
    <div className="filter-bar" role="group" aria-label="Filters">
      {own.map((filter) => (
        <span key={JSON.stringify(filter)} className="tag" title={words(filter)}>
          <span className="cut">{words(filter)}</span>
        </span>
      ))}
      {applied.map((filter, at) => (
        <span key={JSON.stringify(filter)} className="tag" title={words(filter)}>
          <button type="button" className="cut words" onClick={() => change({ build: '1' }, { replace: true })}>
            {words(filter)}
          </button>
          <button
            type="button"
            aria-label={`Remove filter ${words(filter)}`}
            onClick={() => change({ filters: writeFilters(applied.toSpliced(at, 1)) })}
          >
            <Icon name="close" size={11} />
          </button>
        </span>
      ))}
      {isHidden && (
        <span className="tag">
          <span className="cut">Hidden companies</span>
          <button type="button" aria-label="Show all companies" onClick={() => change({ hidden: null })}>
            <Icon name="close" size={11} />
          </button>
        </span>
      )}
      {own.length > 0 && mayEdit && (
        <button type="button" className="button quiet small" onClick={edit}>
          Edit feed
        </button>
      )}
      {applied.length > 1 && (
        <button type="button" className="button quiet small" onClick={() => change({ filters: null, editing: null })}>
          Clear
        </button>
      )}
    </div>
  );
}
