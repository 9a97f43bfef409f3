/** The exit codes, which scripts may rely on. */
export const exits = {
  other: 1,
  usage: 2,
  login: 3,
  denied: 4,
  missing: 5,
  conflict: 6,
  unavailable: 7,
  waited: 8,
  interrupted: 130,
} as const;

/** What is known of a failure beside its sentence. */
interface Known {
  readonly exit?: number;
  /** For programs; the API's own codes are not among them. */
  readonly code?: string;
  /** A command that may help. */
  readonly hint?: string | undefined;
}

/** A command that failed here, before or after the API was asked. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exit: number;
  readonly code: string;
  readonly hint: string | undefined;

  constructor(message: string, { exit = exits.other, code = 'failed', hint }: Known = {}) {
    super(message);
    this.exit = exit;
    this.code = code;
    this.hint = hint;
  }
}

/** One of several things with which a command failed. */
export interface FailedThing {
  /** As it was written. */
  readonly word: string;
  readonly error: unknown;
}

/** A command that failed with some of the things that it was given. */
export class SeveralFailed extends Error {
  override readonly name = 'SeveralFailed';
  readonly failures: readonly FailedThing[];

  constructor(failures: readonly FailedThing[], count: number) {
    super(`${failures.length} of ${count} failed`);
    this.failures = failures;
  }
}

/** A command that was written wrongly: exit 2. */
export function usage(message: string, hint?: string): Failure {
  return new Failure(message, { exit: exits.usage, code: 'usage', hint });
}
