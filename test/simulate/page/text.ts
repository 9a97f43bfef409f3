/** A number with three digits at least, and with commas. */
export const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toLocaleString('en', { maximumSignificantDigits: 3 });

/** A number as it was given. */
export const exact = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 6 });

/** A part of something in percent. */
export const percent = (part: number): string => `${number(part * 100)} %`;

/** A table in plain text: the first column to the left, all others to the right but for those named. */
export function plain(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left: readonly string[] = [],
): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const isLeft = head.map((name, column) => column === 0 || left.includes(name));
  const print = (row: readonly string[]) =>
    head
      .map((_, column) => {
        const cell = row[column] ?? '';
        const width = widths[column] ?? 0;
        return isLeft[column] ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return [print(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(print)].join('\n');
}

/** The same as a table of Markdown. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
