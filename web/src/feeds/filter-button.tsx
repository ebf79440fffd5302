import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { isHiddenByPanel, openBuilder } from './hidden-by-panel.ts';

/** Toggles the filter builder. */
export function FilterButton() {
  const [params, change] = useParams();
  const isOpen = params.get('build') !== null && !isHiddenByPanel(params);
  return (
    <Button aria-expanded={isOpen} onClick={() => change(isOpen ? { build: null } : openBuilder(), { replace: true })}>
      <Icon name="filter" size={15} /> {t('feeds.filter')}
    </Button>
  );
}
