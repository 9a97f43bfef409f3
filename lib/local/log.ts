/** The platform's log on standard error: one line each with the time, without secrets and stack traces. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Writes to standard error. */
export const log: Log = {
  info: (message) => write('info', message),
  warn: (message) => write('warn', message),
};

function write(level: string, message: string): void {
  process.stderr.write(`${new Date().toISOString()} ${level} ${oneLine(message)}\n`);
}

/** The first 500 characters without control characters, so that no text can forge a line or move the cursor. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, 500);
}
