import type { Page } from 'playwright-core';

/** The size of WCAG 2.5.5, in pixels. */
const minSize = 44;

/**
 * Targets that may be smaller: the points of a chart and the dots of a map, which are where the data puts them, while the lists below have
 * the same links; the link that skips the navigation, which only the Tab key shows; and a file field behind a button.
 */
const exempt = 'figure a, svg a, a[href="#content"], input[type=file][tabindex="-1"]';

/** Returns the controls, in the selected parts of a page with a coarse pointer, that are less than 44 pixels wide or high, or off the screen. */
export function smallTargets(page: Page, { inside = 'html', outside = '' } = {}): Promise<string[]> {
  return page.evaluate(findSmallTargets, { inside, exempt: [exempt, outside].filter(Boolean).join(), minSize });
}

function findSmallTargets(scope: { inside: string; exempt: string; minSize: number }): string[] {
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=menuitem], [role=menuitemcheckbox], [role=option]';
  /** The area of an absolutely positioned pseudo-element, which enlarges the target. */
  const pseudoSize = (target: Element) => {
    const style = getComputedStyle(target, '::after');
    if (style.content === 'none' || style.position !== 'absolute') return { width: 0, height: 0 };
    return { width: Number.parseFloat(style.width), height: Number.parseFloat(style.height) };
  };
  /** In a sentence, the line height limits the size. WCAG 2.5.5 and 2.5.8 exempt such links. */
  const isInSentence = (target: Element) =>
    getComputedStyle(target).display === 'inline' &&
    [...(target.parentElement?.childNodes ?? [])].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim());
  const isLargeEnough = (target: Element) => {
    const labels = 'labels' in target ? [...((target as HTMLInputElement).labels ?? [])] : [];
    // A click anywhere in the row opens the lead.
    const row = target.matches('a') ? target.closest('[data-testid=lead-row]') : null;
    const sizes = [target, ...labels, ...(row ? [row] : [])].map((part) => part.getBoundingClientRect());
    return [...sizes, pseudoSize(target)].some(({ width, height }) => width >= scope.minSize - 0.5 && height >= scope.minSize - 0.5);
  };
  /** Also true for what the user can scroll to. */
  const isOnScreen = (target: Element) => {
    const { left, right } = target.getBoundingClientRect();
    if (left >= 0 && right <= window.innerWidth) return true;
    for (let parent = target.parentElement; parent; parent = parent.parentElement)
      if (/auto|scroll/.test(getComputedStyle(parent).overflowX)) return true;
    return false;
  };
  return [...document.querySelectorAll(scope.inside)]
    .flatMap((part) => [...(part.matches(controls) ? [part] : []), ...part.querySelectorAll(controls)])
    .filter(
      (target) => target.checkVisibility({ visibilityProperty: true }) && !target.matches(':disabled') && !target.closest(scope.exempt),
    )
    .filter((target) => !isOnScreen(target) || (!isInSentence(target) && !isLargeEnough(target)))
    .map((target) => {
      const { left, width, height } = target.getBoundingClientRect();
      return `${target.outerHTML.slice(0, 160)} at ${Math.round(left)}: ${Math.round(width)} × ${Math.round(height)} pixels`;
    });
}
