import { firstOf } from '../../lib/first-of.ts';
import { Problem } from '../problem.ts';

export type FieldFailure = { fieldId: string; kind: 'invalid_input' | 'read_only'; title: string };

/** All errors of one write. The most severe one determines the kind: 403 takes precedence over 400. */
export class FieldProblems extends Problem {
  readonly failures: FieldFailure[];

  constructor(failures: FieldFailure[]) {
    const worst = failures.find(({ kind }) => kind === 'read_only') ?? firstOf(failures);
    super(worst.kind, worst.title);
    this.failures = failures;
  }
}
