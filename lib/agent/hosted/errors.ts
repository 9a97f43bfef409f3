import { DriverError } from '#lib/agent/driver.ts';

/** Whether `error` is a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** The same failure as a DriverError; anything that is not one yet becomes FAILED. */
export function asDriverError(error: unknown): DriverError {
  if (error instanceof DriverError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new DriverError('FAILED', message, { cause: error });
}

/** Throws ABORTED once the signal has fired. */
export function checkAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new DriverError('ABORTED', 'the call was aborted');
}
