import { parseSync, Visitor } from 'oxc-parser';

/** The words of a Markdown page, each on its line: code, HTML comments and targets of links are blank. */
export function markdownProse(page: string): string {
  return page
    .replaceAll(/^( *)(```+|~~~+).*?^ *\2$/gms, blank)
    .replaceAll(/<!--.*?-->/gs, blank)
    .replaceAll(/(`+)(?!`)[^`]+\1/g, blank)
    .replaceAll(/\]\([^)\s]*\)/g, blank);
}

/** The texts of a source that people read, each on its line: those in quotes and in JSX. All else is blank. */
export function sourceProse(file: string, source: string): string {
  const kept: [start: number, end: number][] = [];
  const keep = ({ start, end }: { start: number; end: number }) => kept.push([start, end]);
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && keep(node),
    TemplateElement: keep,
    JSXText: keep,
  }).visit(program);
  kept.sort(([a], [b]) => a - b);
  const parts = kept.flatMap(([start, end], at) => [
    blank(source.slice(kept[at - 1]?.[1] ?? 0, start)),
    source.slice(start, end),
  ]);
  return parts.join('');
}

/** The words of an OpenAPI document, each on its line: its titles, summaries and descriptions. */
export function openapiProse(source: string): string {
  return source
    .split('\n')
    .map((line) => /^\s*"(?:title|summary|description)": "(.*)",?$/.exec(line)?.[1] ?? '')
    .map((line) => line.replaceAll(/`[^`]+`/g, blank))
    .join('\n');
}

/** The same number of characters and lines, without a word: what stands around does not become one phrase. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, '\u00b7');
