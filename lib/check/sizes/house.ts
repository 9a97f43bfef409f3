import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, sourceOf } from '#lib/check/syntax.ts';

/* How long the functions of what is shipped are. Files of more than 250 lines are found by Biome. */

/** The most lines of code in a function, and in a handler. */
const most = { function: 50, handler: 30 };

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const markup = new Set(['JSXElement', 'JSXFragment']);

/** The functions and handlers at `root` that are too long, a sentence each, and the number of files that were read. */
export function inspect(root: string): { files: number; faults: string[] } {
  const files = globSync('{functions,statemachines,lib}/**/*.{ts,tsx,mjs,js}', { cwd: root }).sort();
  return {
    files: files.length,
    faults: files.flatMap((file) => tooLong(file, readFileSync(join(root, file), 'utf8'))),
  };
}

/**
 * What is too long in one file. Every line counts that has code of the function, but for the lines within the markup of
 * a component. Functions within markup are counted by themselves.
 */
export function tooLong(file: string, text: string): string[] {
  const { nodes } = sourceOf(file, text);
  const lines = text.split('\n');
  const lineAt = lineFinder(lines);
  const drawn = nodes
    .filter(({ type }) => markup.has(type))
    .map((node) => [lineAt(node.start), lineAt(node.end)] as const);
  const length = (node: Node, skipped: typeof drawn) => {
    const [first, last] = [lineAt(node.start), lineAt(node.end)];
    const within = skipped.filter(([from, to]) => from >= first && to <= last && !(from === first && to === last));
    const isCode = (line: string, at: number) =>
      /\S/.test(line) &&
      !/^\s*(\/\/|\/\*|\*)/.test(line) &&
      !within.some(([from, to]) => first + at > from && first + at < to);
    return lines.slice(first, last + 1).filter(isCode).length;
  };
  return nodes.flatMap((node) => {
    const kind = functions.has(node.type) ? 'function' : isHandler(node) ? 'handler' : undefined;
    if (!kind) return [];
    const counted = length(node, kind === 'function' ? drawn : []);
    const place = `${file}:${lineAt(node.start) + 1}`;
    return counted > most[kind] ? [`${place}: a ${kind} of ${counted} lines (at most ${most[kind]})`] : [];
  });
}

/** `export const handler = route(…)` */
function isHandler({ type, declaration }: Node): boolean {
  const { declarations = [] } = (declaration ?? {}) as { declarations?: { id: { name?: string } }[] };
  return type === 'ExportNamedDeclaration' && declarations.some(({ id }) => id.name === 'handler');
}

/** Finds the line, from 0, of an offset in the text. */
function lineFinder(lines: readonly string[]): (offset: number) => number {
  const starts: number[] = [];
  let next = 0;
  for (const line of lines) {
    starts.push(next);
    next += line.length + 1;
  }
  return (offset) => starts.findLastIndex((start) => start <= offset);
}
