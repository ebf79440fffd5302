import type { Page, Query } from './query.ts';

const kept = /^(start_date|end_date|custom_feed_id|fields\[[\w-]+\])$/;

/** Pagination links. Parameters are sorted and their brackets encoded, so that each page has one URL. */
export function pageLinks(address: string, query: Query, page: Page, total: number): Record<string, string> {
  const lastNumber = Math.max(1, Math.ceil(total / page.size));
  const at = (number: number) => `${address}?${parameters(query, { ...page, number })}`;
  return {
    self: at(page.number),
    ...(page.number < lastNumber ? { next: at(page.number + 1) } : {}),
    last: at(lastNumber),
  };
}

function parameters(query: Query, page: Page): string {
  const own = Object.entries(query).flatMap(([name, value]) =>
    kept.test(name) && value !== undefined ? [{ name, value: [value].flat().join(',') }] : [],
  );
  return [...own, { name: 'page[number]', value: String(page.number) }, { name: 'page[size]', value: String(page.size) }]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}
