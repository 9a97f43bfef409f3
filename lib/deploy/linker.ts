import { posix } from 'node:path';
import type { Plugin } from 'esbuild';
import type { Part, Parts } from './parts.ts';

/** Stands in imports for the way to the output folder, until it is known who imports. */
export const OUT = 'svc-out:';

/** Where each part goes. */
export interface Layout {
  readonly parts: Parts;
  /** Parts that become one file, and that file. */
  readonly common: readonly string[];
  readonly commonFile: string;
  /** Parts that remain files, and what these are called then. */
  readonly files: ReadonlyMap<string, string>;
  /** All parts of these files. */
  readonly inside: Iterable<string>;
}

/** Tells esbuild which imports of a part (`part:<path>`, or `common:` for the file of many) it takes in, and what the others are called now. */
export function linker(layout: Layout): Plugin {
  const { parts, commonFile, files } = layout;
  const names = commonNames(layout);
  const place = (target: string, importer: string) => {
    const file = files.get(target);
    if (file) return { path: `${OUT}${file}`, external: true };
    return { path: target, namespace: names.has(target) && !names.has(importer) ? 'stand-in' : 'part' };
  };
  return {
    name: 'linker',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^part:/ }, ({ path }) => ({ path: path.slice('part:'.length), namespace: 'part' }));
      onResolve({ filter: /^common:$/ }, ({ path }) => ({ path, namespace: 'common' }));
      onResolve({ filter: /^\./, namespace: 'part' }, ({ path, importer }) =>
        place(posix.join(posix.dirname(importer), path), importer),
      );
      onResolve({ filter: /.*/ }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({ contents: shakeable(parts.get(path)) }));
      onLoad({ filter: /.*/, namespace: 'common' }, () => ({
        contents: [...names].map(([path, pairs]) => `export {${list(pairs)}} from 'part:${path}';`).join('\n'),
      }));
      onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => ({
        contents: `export {${list((names.get(path) ?? []).map(([own, told]) => [told, own]))}} from '${OUT}${commonFile}';`,
      }));
    },
  };
}

type Pairs = readonly (readonly [string, string])[];

const list = (pairs: Pairs) => pairs.map(([from, to]) => `${from} as ${to}`).join();

/** What others use of the common parts, and what that is called in their file: two of them may use the same name. */
function commonNames({ parts, common, inside }: Layout): Map<string, Pairs> {
  const used = new Map(common.map((path) => [path, new Set<string>()]));
  for (const path of inside) {
    if (used.has(path)) continue;
    for (const [target, names] of importsOf(parts, path)) for (const name of names) used.get(target)?.add(name);
  }
  let last = 0;
  const pairs = (names: Set<string>) => [...names].sort().map((name) => [name, `_${(last++).toString(36)}`] as const);
  return new Map([...used].map(([path, names]) => [path, pairs(names)]));
}

/** Which names a part imports from which others, as esbuild writes it; it refuses to link a name that were missed here. */
const importsOf = (parts: Parts, path: string): [string, string[]][] =>
  [...textOf(parts.get(path)).matchAll(/^import \{([^}]*)\} from "(\.[^"]*)";$/gm)].map(([, names = '', from = '']) => [
    posix.join(posix.dirname(path), from),
    names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
  ]);

const textOf = (part: Part | undefined) => Buffer.from(part?.contents ?? '').toString();

/** What gives a function its name must not keep it where nobody calls it. Classes name themselves (`this`), for themselves. */
const shakeable = (part: Part | undefined): string =>
  textOf(part).replaceAll(/\b__name\((?!this,)/g, '/* @__PURE__ */ __name(');
