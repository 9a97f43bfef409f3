import { posix } from 'node:path';
import { type EcmaScriptModule, parseSync } from 'oxc-parser';
import { sourceOf } from '#lib/check/syntax.ts';

/** A file by its path from the root, and its text. */
export interface File {
  readonly file: string;
  readonly text: string;
}

/**
 * One import of a file: its line, the name as written, and the path from the root when it names a file of this
 * repository.
 */
export interface Import {
  readonly line: number;
  readonly name: string;
  readonly path: string | undefined;
}

/** Every import of a file, of whatever kind: of values, of types, dynamic, and re-exports. */
export function importsOf({ file, text }: File): Import[] {
  const { module } = parseSync(file, text);
  const found = [...declared(module), ...(/\bimport\(/.test(text) ? called(file, text) : [])];
  return found.map(([start, name]) => ({
    line: text.slice(0, start).split('\n').length,
    name,
    path: pathOf(file, name),
  }));
}

type Found = readonly [start: number, name: string];

function declared({ staticImports, staticExports }: EcmaScriptModule): Found[] {
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
  ];
  return requests.map(({ start, value }) => [start, value]);
}

/** `import('…')`, as an expression and as a type. A name that is computed is none of the house's. */
function called(file: string, text: string): Found[] {
  return sourceOf(file, text).nodes.flatMap(({ type, start, source }) => {
    if (type !== 'ImportExpression' && type !== 'TSImportType') return [];
    const value = (source as { value?: unknown }).value;
    return typeof value === 'string' ? [[start, value] as const] : [];
  });
}

function pathOf(file: string, name: string): string | undefined {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? posix.join(posix.dirname(file), name) : undefined;
}
