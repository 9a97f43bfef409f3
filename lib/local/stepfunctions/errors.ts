/** An error of the API: an AWS error name, a sentence and an HTTP status. */
export class ServiceError extends Error {
  readonly status: number;

  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

/** An error inside an execution, which Retry and Catch match by its `error` name. */
export class StateError extends Error {
  readonly error: string;
  readonly reason: string | undefined;

  constructor(error: string, reason: string | undefined) {
    super(`${error}: ${reason ?? ''}`);
    this.name = 'StateError';
    this.error = error;
    this.reason = reason;
  }
}

/** Ends a runner whose result is no longer needed: stopped or timed out. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** An error as records and bindings carry it. */
export function failure({ error, reason }: StateError): { error: string; cause?: string } {
  return reason === undefined ? { error } : { error, cause: reason };
}
