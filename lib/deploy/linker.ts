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
}

/** Tells esbuild which imports of a part (`part:<path>`, or `common:` for the file of many) it takes in, and what the others are called now. */
export function linker({ parts, common, commonFile, files }: Layout): Plugin {
  const names = commonNames(parts, common);
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

/** What the common parts export, and what that is called in their file: two of them may use the same name. */
function commonNames(parts: Parts, common: readonly string[]): Map<string, Pairs> {
  let last = 0;
  const pairs = (path: string) => parts.get(path)?.exports.map((name) => [name, `_${(last++).toString(36)}`] as const);
  return new Map(common.map((path) => [path, pairs(path) ?? []]));
}

/** What gives a function its name must not keep it where nobody calls it. Classes name themselves (`this`), for themselves. */
const shakeable = (part: Part | undefined): string =>
  Buffer.from(part?.contents ?? '')
    .toString()
    .replaceAll(/\b__name\((?!this,)/g, '/* @__PURE__ */ __name(');
