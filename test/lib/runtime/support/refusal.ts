import { DriverError, type DriverErrorCode } from '#lib/runtime/driver.ts';

/** What a call was refused with; fails when it was not. */
export async function refusal(call: () => Promise<unknown>): Promise<{ code: DriverErrorCode; message: string }> {
  const outcome = await call().then(
    () => 'was not refused',
    (error: unknown) => error,
  );
  if (!(outcome instanceof DriverError)) throw new Error(`expected a DriverError, and the call ${String(outcome)}`);
  return { code: outcome.code, message: outcome.message };
}
