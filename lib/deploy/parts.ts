import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Metafile, type OutputFile, transformSync } from 'esbuild';

/** One file of code: a handler, what several share, or what is imported later. Paths are below the output folder. */
export interface Part {
  readonly contents: Uint8Array;
  /** Loaded with it. */
  readonly imports: readonly string[];
  /** Loaded when first needed, if ever. */
  readonly lazy: readonly string[];
  readonly exports: readonly string[];
  /** Bytes of documents in it, minified: what a handler serves is no code. */
  readonly data: number;
  /** Whether it exists only because several others load it. */
  readonly shared: boolean;
}

/** All of a build, by path. */
export type Parts = ReadonlyMap<string, Part>;

/** What esbuild kept in memory, by path. */
export function partsOf(
  { metafile, outputFiles }: { metafile: Metafile; outputFiles: readonly OutputFile[] },
  root: string,
  outdir: string,
): Map<string, Part> {
  const inside = (path: string) => relative(outdir, join(root, path));
  const contents = new Map(outputFiles.map((file) => [relative(outdir, file.path), file.contents]));
  const parts = Object.entries(metafile.outputs).map(([path, { imports, exports, inputs, entryPoint }]) => {
    const own = imports.filter(({ external }) => !external);
    const of = (lazy: boolean) =>
      own.filter(({ kind }) => (kind === 'dynamic-import') === lazy).map((one) => inside(one.path));
    const documents = Object.keys(inputs).filter((input) => input.endsWith('.json'));
    const part: Part = {
      contents: contents.get(inside(path)) ?? new Uint8Array(),
      imports: of(false),
      lazy: of(true),
      exports,
      data: documents.reduce((sum, path) => sum + minified(join(root, path)), 0),
      shared: entryPoint === undefined,
    };
    return [inside(path), part] as const;
  });
  return new Map(parts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const minified = (file: string): number =>
  transformSync(readFileSync(file, 'utf8'), { loader: 'json', format: 'esm', minify: true }).code.length;

/** Those files, and all that is loaded with them (`now`), or could ever be (`ever`). */
export function reach(
  parts: ReadonlyMap<string, Pick<Part, 'imports' | 'lazy'>>,
  from: Iterable<string>,
  when: 'now' | 'ever',
): Set<string> {
  const seen = new Set<string>();
  const open = [...from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const part = parts.get(path);
    if (!part || seen.has(path)) continue;
    seen.add(path);
    open.push(...part.imports, ...(when === 'ever' ? part.lazy : []));
  }
  return seen;
}
