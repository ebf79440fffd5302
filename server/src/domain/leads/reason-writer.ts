import type { CallReason } from './load-reasons.ts';

/** A reason without its link and ids: what may be sent to another service. */
export type ReasonFact = { kind: CallReason['kind']; from: string; to: string; [detail: string]: string | number | string[] };

type WordingRequest = { company: string; reasons: ReasonFact[]; language: string };

/** Words the reasons to call a company in a sentence or two. Returns null if there is no usable text. */
export type ReasonWriter = (request: WordingRequest) => Promise<string | null>;
