/**
 * A failed request, with a message for the user and a code that pages can check. Status 0 means that the server was not
 * reached, or that a proxy responded with an error in its place.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;

  constructor(status: number, code: string, title: string, field?: string) {
    super(title);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}
