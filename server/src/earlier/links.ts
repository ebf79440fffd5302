import type { Page, Query } from './query.ts';

const preservedNames = /^(start_date|end_date|custom_feed_id|fields\[[\w-]+\])$/;

/** Returns the pagination links. Parameters are sorted and their brackets encoded, so that each page has exactly one URL. */
export function pageLinks(url: string, query: Query, page: Page, total: number): Record<string, string> {
  const lastNumber = Math.max(1, Math.ceil(total / page.size));
  const linkTo = (number: number) => `${url}?${parameters(query, { ...page, number })}`;
  return {
    self: linkTo(page.number),
    ...(page.number < lastNumber ? { next: linkTo(page.number + 1) } : {}),
    last: linkTo(lastNumber),
  };
}

function parameters(query: Query, page: Page): string {
  const preserved = Object.entries(query).flatMap(([name, value]) =>
    preservedNames.test(name) && value !== undefined ? [{ name, value: [value].flat().join(',') }] : [],
  );
  return [...preserved, { name: 'page[number]', value: String(page.number) }, { name: 'page[size]', value: String(page.size) }]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}
