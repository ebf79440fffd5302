import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Fault = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

/**
 * Serious axe violations, by all rules or by some. axe is injected through the browser, because the page's policy would block
 * it as a script.
 */
export async function faultsOf(page: Page, rules: string[] = []): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules.length > 0 && { runOnly: rules }) };
  const { violations } = await page.evaluate<{ violations: Fault[] }>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join('\n')}`);
}
