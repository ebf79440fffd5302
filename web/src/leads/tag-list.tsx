import { Tag, TagDot } from '../ui/tag.tsx';
import { useTags } from './use-tags.ts';

const maxShown = 2;

/** The first tags of a lead, and the number of its other tags. */
export function TagList({ tagIds }: { tagIds: string[] }) {
  const tags = useTags();
  const known = tagIds.flatMap((id) => tags.get(id) ?? []);
  const rest = known.slice(maxShown);
  return (
    <div>
      {known.slice(0, maxShown).map(({ id, name, color }) => (
        <Tag key={id} title={name}>
          <TagDot color={color} /> <span className="truncate">{name}</span>
        </Tag>
      ))}
      {rest.length > 0 && (
        <span className="faint number" title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </span>
      )}
    </div>
  );
}
