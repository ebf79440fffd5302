/** An error that the operator can fix: the program exits with this message and without a stack trace. */
export class OperatorError extends Error {}
