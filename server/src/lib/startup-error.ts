/** Something the operator can mend: it ends the program with this one sentence and no stack. */
export class StartupError extends Error {}
