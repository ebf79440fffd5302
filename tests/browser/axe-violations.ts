import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

export type AxeScope = {
  /** Only these rules. */
  only?: string[];
  /** All rules but these. */
  without?: string[];
  /** Only these parts of the page, or all but these. */
  inside?: string;
  outside?: string;
};

/** Rules whose violations are never serious; some of them take long. */
const lesserRules = `Object.fromEntries(
  axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => [id, { enabled: false }]))`;

/** Serious axe violations. axe is injected through the browser, because the page's policy would block it as a script. */
export async function axeViolations(page: Page, { only, without = [], inside = 'html', outside }: AxeScope = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const off = JSON.stringify(Object.fromEntries(without.map((rule) => [rule, { enabled: false }])));
  // Only rules that are off by default need the style sheets themselves.
  const options = { resultTypes: ['violations'], preload: false, ...(only && { runOnly: only }) };
  // The focus guards of an open popup are hidden and can be focused on purpose: they move the focus back into the popup.
  const context = { include: [[inside]], exclude: [['[data-base-ui-focus-guard]'], ...(outside ? [[outside]] : [])] };
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(${JSON.stringify(context)}, { ...${JSON.stringify(options)}, rules: { ...(${lesserRules}), ...${off} } })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join('\n')}`);
}
