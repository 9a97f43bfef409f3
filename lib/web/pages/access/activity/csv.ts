/** Rows as CSV (RFC 4180), with the names of the columns first. */
export function csvOf<T>(columns: Readonly<Record<string, (row: T) => string>>, rows: readonly T[]): string {
  const read = Object.values(columns);
  const lines = [Object.keys(columns), ...rows.map((row) => read.map((cell) => cell(row)))];
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** A cell. What a spreadsheet would take for a formula is made a text, as others choose user agents and names. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
