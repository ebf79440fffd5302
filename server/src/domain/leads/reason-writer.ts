import type { CallReason } from './load-reasons.ts';

/** A reason without ids, so that it can be sent to another service. */
export type ReasonFact = { kind: CallReason['kind']; from: string; to: string; [detail: string]: string | number | string[] };

type WordingRequest = { company: string; reasons: ReasonFact[]; language: string };

/** Writes a sentence or two with the reasons to call a company. */
export type ReasonWriter = (request: WordingRequest) => Promise<string>;
