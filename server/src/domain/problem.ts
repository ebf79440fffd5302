/** All kinds of problems. Each interface maps them to its own status codes and messages. */
const problemKinds = [
  'invalid_input',
  'not_found',
  'conflict',
  'read_only',
  'forbidden',
  'unauthenticated',
  'payment_required',
  'too_many_requests',
  'insufficient_credits',
  'unavailable',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** Causes of 429 and 503 responses, by status, counted in the metrics. */
export const problemCauses = {
  429: ['address_rate', 'credential_rate', 'monthly_quota', 'export_rate', 'wrong_credentials', 'attempts', 'other'],
  503: ['inbox_full', 'inbox_write', 'database', 'not_ready', 'not_built', 'other'],
} as const;
export type ProblemCause = (typeof problemCauses)[keyof typeof problemCauses][number];

type ProblemDetails = {
  /** A sentence for the client. */
  title: string;
  /** Path of the wrong attribute of the input, such as `filters/all/0`; empty for all attributes. */
  attribute?: string;
  /** The related record that is wrong, such as the folder of a feed, and its wrong attribute (or `id`). */
  related?: { name: string; attribute: string };
  /** The position of the wrong item if the input is a list; `attribute` then belongs to the item. */
  item?: number;
  /** A JSON pointer to the wrong part of the request body. */
  pointer?: string;
  /** The name of the wrong parameter. */
  parameter?: string;
  retryAfterSeconds?: number;
  /** For the metrics; only with `too_many_requests` and `unavailable`. */
  cause?: ProblemCause;
};

/** The part of the input that is wrong. */
export type ProblemPlace = Pick<ProblemDetails, 'attribute' | 'related' | 'item' | 'pointer'>;

/** An error with a message for the client. Any other error is an internal error. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly details: ProblemDetails;

  constructor(kind: ProblemKind, details: ProblemDetails | string) {
    const full = typeof details === 'string' ? { title: details } : details;
    super(full.title);
    this.kind = kind;
    this.details = full;
  }
}
