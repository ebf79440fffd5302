import { useWork } from '../lib/session.tsx';
import { Icon } from './icon.tsx';
import { Menu, MenuItem } from './menu.tsx';

/** Everything that the list shows now, as a file. */
export function ExportMenu({ query }: { query: string }) {
  const { base } = useWork();
  const download = (format: string) => {
    const link = document.createElement('a');
    link.href = `/app/api${base}/leads/export?${query}&format=${format}`;
    link.download = '';
    link.click();
  };
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="button icon" aria-label="Export">
          <Icon name="download" size={15} />
        </button>
      }
    >
      <MenuItem onSelect={() => download('csv')}>Export as CSV</MenuItem>
      <MenuItem onSelect={() => download('json')}>Export as JSON</MenuItem>
    </Menu>
  );
}
