const any = '…';

/**
 * The lines of an output as a document shows it that did not come, in this order. `…` stands for any text within a
 * line; spaces are alike however many there are, and other lines may lie between.
 */
export function notShown(shown: string, output: string): string[] {
  const lines = output.split('\n').map(plain);
  let from = 0;
  return shown
    .split('\n')
    .map(plain)
    .filter((line) => line !== '')
    .filter((line) => {
      const parts = line.split(any);
      const at = lines.findIndex((seen, i) => i >= from && matches(seen, parts));
      if (at >= 0) from = at + 1;
      return at < 0;
    });
}

const plain = (line: string): string => line.trim().replaceAll(/\s+/g, ' ');

/** Whether a line consists of these parts, in order, with anything between them. */
function matches(line: string, [first = '', ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return line === first;
  if (!line.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = line.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return line.length - last.length >= at && line.endsWith(last);
}
