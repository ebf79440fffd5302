import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

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

/** Disables the rules whose violations are never serious; some of them are slow. */
const disableMinorRules = `Object.fromEntries(
  axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => [id, { enabled: false }]))`;

/** Serious axe violations. axe is injected with `page.evaluate`, because the page's Content Security Policy would block a script tag. */
export async function axeViolations(page: Page, { only, without = [], inside = 'html', outside }: AxeScope = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const off = JSON.stringify(Object.fromEntries(without.map((rule) => [rule, { enabled: false }])));
  // `preload` would load the style sheets, which only rules that are disabled by default need.
  const options = { resultTypes: ['violations'], preload: false, ...(only && { runOnly: only }) };
  // The focus guards of an open popup are deliberately hidden but focusable: they move the focus back into the popup.
  const context = { include: [[inside]], exclude: [['[data-base-ui-focus-guard]'], ...(outside ? [[outside]] : [])] };
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(${JSON.stringify(context)}, { ...${JSON.stringify(options)}, rules: { ...(${disableMinorRules}), ...${off} } })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join('\n')}`);
}
