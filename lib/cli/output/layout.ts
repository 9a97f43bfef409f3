import { paint, plain, printDrawn, widthOf } from './terminal.ts';

/** Something that is explained: a title with a note on one line, and text below it. */
interface Explained {
  readonly title: string;
  readonly note: string;
  readonly text: string;
}

/** Columns of text where nobody says how many there are. */
const usualWidth = 100;
const indent = '      ';

/** Prints what is explained, with its text in as many lines as it needs. */
export function printExplained(heading: string, rows: readonly Explained[]): void {
  const width = (widthOf(process.stdout) ?? usualWidth) - indent.length;
  const longest = Math.max(...rows.map(({ title }) => title.length));
  const lines = rows.flatMap(({ title, note, text }) => [
    `  ${paint(plain(title).padEnd(longest), 'bold', process.stdout)}  ${plain(note)}`,
    ...wrapped(plain(text), width).map((line) => `${indent}${line}`),
  ]);
  printDrawn([plain(heading), '', ...lines].join('\n'));
}

/** A text in lines of at most so many characters; a longer word has a line of its own. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
