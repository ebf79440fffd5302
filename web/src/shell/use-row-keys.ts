import { useShortcuts } from './use-shortcuts.ts';

/** `j` and `k` move the focus to the next and previous row of a table or list, which `Enter` then opens. */
export function useRowKeys(): void {
  useShortcuts({ j: () => focusRow(1), k: () => focusRow(-1) });
}

function focusRow(step: 1 | -1): void {
  // A row with the contacts of a company contains the rows to move between.
  const rows = [...document.querySelectorAll('main :is(tbody>tr,ul>li)')].filter(
    (row) => row.checkVisibility() && row.querySelector('tr, li') === null,
  );
  // A company without visits has no link, only a checkbox.
  const controls = rows.flatMap(
    (row) => row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('input, button') ?? [],
  );
  const current = document.activeElement?.closest('tr, li');
  const at = controls.findIndex((control) => control.closest('tr, li') === current);
  controls[Math.max(0, Math.min(at + step, controls.length - 1))]?.focus();
}
