/** One JSON line on standard error; never a body, a token or a secret. */
export function log(level: 'info' | 'warn' | 'error', fields: Record<string, unknown>): void {
  process.stderr.write(`${JSON.stringify({ level, at: new Date().toISOString(), ...fields })}\n`);
}

/** What an error says, with what it came of. */
export function messageOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
