import type { Context } from '../context.ts';
import type { CallReason } from './load-reasons.ts';
import type { ReasonFact } from './reason-writer.ts';

const maxLength = 300;

/**
 * Writes a sentence or two with the reasons to call a company. Returns null if there is no writer, if the writer fails, or if its text is
 * unusable; the reasons themselves are always shown.
 */
export async function writeReasonText(
  ctx: Pick<Context, 'reasonWriter' | 'log'>,
  company: string,
  reasons: readonly CallReason[],
  language: string,
): Promise<string | null> {
  if (!ctx.reasonWriter || reasons.length === 0) return null;
  const facts = reasons.map(factOf);
  try {
    const text = await ctx.reasonWriter({ company, reasons: facts, language });
    return isUsable(text, `${company} ${JSON.stringify(facts)}`) ? text : null;
  } catch (error) {
    ctx.log.debug({ err: error }, 'No text was written for the reasons of a lead');
    return null;
  }
}

function factOf({ from, to, ...reason }: CallReason): ReasonFact {
  return reason.kind === 'icp'
    ? { kind: 'icp', profile: reason.profile.icpName, score: reason.profile.score, from, to }
    : { ...reason, from, to };
}

/** Whether a string is one short line without links or markup, and without a number that is not among the facts. */
function isUsable(text: string, facts: string): boolean {
  const known = new Set(numbersIn(facts));
  return text !== '' && text.length <= maxLength && !/[\n<>]|:\/\//.test(text) && numbersIn(text).every((number) => known.has(number));
}

/** Returns the numbers in a string, with either decimal separator: `1.1` and `1,1` are the same. */
function numbersIn(text: string): number[] {
  return (text.match(/\d+(?:[.,]\d+)?/g) ?? []).map((number) => Number(number.replace(',', '.')));
}
