/** One JSON line on standard error; never a body, a token or a secret. */
export function log(level: 'info' | 'warn' | 'error', fields: Record<string, unknown>): void {
  process.stderr.write(`${JSON.stringify({ level, at: new Date().toISOString(), ...fields })}\n`);
}
