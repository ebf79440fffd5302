/** Whether the window is so narrow that a panel beside the list covers the page, as in its styles. */
export function isPanelCovering(): boolean {
  return matchMedia('(max-width: 1000px)').matches;
}
