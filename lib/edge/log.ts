import { realNow } from '#lib/drivers/clocks/real.ts';
/** Writes one JSON line to standard error. Callers never log a body, a token or a secret. */
export function log(level: 'info' | 'warn' | 'error', fields: Record<string, unknown>): void {
  process.stderr.write(`${JSON.stringify({ level, at: realNow().toISOString(), ...fields })}\n`);
}

/** An error's message, with the message of its cause. */
export function messageOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
