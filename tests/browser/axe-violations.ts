import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type ViolationNode = { html: string; failureSummary: string; isInSidebar: boolean };
type Violation = { id: string; nodes: ViolationNode[] };

export type AxeScope = {
  /** Ids of the rules to run; by default all. */
  only?: string[];
  /** Ids of rules to skip. */
  without?: string[];
  /** CSS selector of the part to check. */
  inside?: string;
  /** CSS selector of the part to skip. */
  outside?: string;
};

/**
 * All violations of WCAG 2.2 A and AA and of axe's best practices, of any impact. axe is injected with `page.evaluate`, because the page's
 * Content Security Policy would block a script tag.
 */
export async function axeViolations(page: Page, { only, without = [], inside = 'html', outside }: AxeScope = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const off = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  // axe disables the rule about targets below 24 pixels by default, because it is new in WCAG 2.2. `preload` would load the style sheets,
  // which only rules that are disabled by default need, and `selectors` would compute a path to each element.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    selectors: false,
    elementRef: true,
    ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true }, ...off } }),
  };
  // The focus guards of an open popup are deliberately hidden but focusable: they move the focus back into the popup.
  const context = { include: [[inside]], exclude: [['[data-base-ui-focus-guard]'], ...(outside ? [[outside]] : [])] };
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) =>
      ({ id, nodes: nodes.map(({ html, failureSummary, element }) => ({ html, failureSummary, isInSidebar: element?.closest('nav') != null })) })))`,
  );
  return violations
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter((node) => !(id === 'target-size' && isBehindEndOfSidebar(node))) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join('\n')}`);
}

/** The end of the sidebar covers feeds that are scrolled under it, so the visible rest of one can be smaller than a target. */
function isBehindEndOfSidebar({ isInSidebar, failureSummary }: ViolationNode): boolean {
  return isInSidebar && failureSummary.includes('partially obscured');
}
