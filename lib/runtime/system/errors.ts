import { DriverError } from '#lib/runtime/driver.ts';

/** Whether `error` is a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** The signal of a call that nothing aborts. */
export const unaborted = (): AbortSignal => new AbortController().signal;

/** Converts a failure to a DriverError. One that is none yet becomes FAILED. */
export function asDriverError(error: unknown): DriverError {
  if (error instanceof DriverError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new DriverError('FAILED', message, { cause: error });
}

/** Throws ABORTED once the signal has fired. */
export function checkAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new DriverError('ABORTED', 'the call was aborted');
}

/** A runtime that ends before it is open failed for a lasting reason: the host does not let it run. */
export function startFailure(error: unknown): unknown {
  if (!(error instanceof DriverError) || error.code !== 'CLOSED') return error;
  return new DriverError('UNSUPPORTED', 'the machine runtime cannot be started here; what it said is in the log');
}

/** A listener for events whose consequence is handled elsewhere (a stream's error is followed by its close). */
export function ignore(): void {
  // Does nothing on purpose.
}
