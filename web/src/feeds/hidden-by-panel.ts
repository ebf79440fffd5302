/** Whether an open company takes the place of the filter builder, as in the styles of the builder. */
const isNarrow = () => matchMedia('(max-width: 1440px)').matches;

/** Whether the builder is open in the URL, but hidden behind an open company. */
export function isHiddenByPanel(params: URLSearchParams): boolean {
  return params.get('company') !== null && isNarrow();
}

/** The change of the URL that opens the builder, and closes an open company that would hide it. */
export function openBuilder(): { build: string; company?: null } {
  return isNarrow() ? { build: '1', company: null } : { build: '1' };
}
