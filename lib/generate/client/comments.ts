const width = 120;

/** A doc comment of these paragraphs, indented, in lines of at most 120 columns; nothing where there are none. */
export function comment(paragraphs: readonly (string | undefined)[], indent: string): string {
  const said = paragraphs.filter((paragraph) => paragraph !== undefined && paragraph !== '') as string[];
  if (said.length === 0) return '';
  const [only = ''] = said;
  const line = `${indent}/** ${escaped(only)} */\n`;
  if (said.length === 1 && line.length <= width + 1) return line;
  const lines = said.flatMap((paragraph, i) => [
    ...(i > 0 ? [`${indent} *`] : []),
    ...wrapped(escaped(paragraph), width - indent.length - 3).map((text) => `${indent} * ${text}`),
  ]);
  return [`${indent}/**`, ...lines, `${indent} */`, ''].join('\n');
}

/** Text that does not end the comment which it is in. */
const escaped = (text: string): string => text.replaceAll('*/', '*\\/');

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
