import { posix } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { type Layout, linker, OUT } from './linker.ts';
import { type Part, type Parts, reach } from './parts.ts';
import { planOf } from './plan.ts';

/** Handlers, by their paths, and a word for the names of the files that they share. */
export interface Group {
  readonly name: string;
  readonly handlers: readonly string[];
}

/** A file to be written, and what it loads. */
export interface Gathered extends Pick<Part, 'imports' | 'lazy' | 'data'> {
  readonly code: string;
}

type Output = Metafile['outputs'][string];

/**
 * Makes few minified files of a group's many, by path: Node spends more on opening a module than on the code of most.
 * Handlers keep their paths; a process that runs one of them loads nothing twice.
 */
export async function gather(parts: Parts, group: Group): Promise<Map<string, Gathered>> {
  const layout = layoutOf(parts, group);
  const entries = [...layout.files].map(([path, file]) => ({ in: `part:${path}`, out: stem(file) }));
  const shared = { in: 'common:', out: stem(layout.commonFile) };
  const { metafile, outputFiles } = await build({
    ...OPTIONS,
    entryPoints: layout.common.length > 0 ? [...entries, shared] : entries,
    plugins: [linker(layout)],
  });
  const code = new Map(outputFiles.map(({ path, text }) => [posix.relative('/', path), text]));
  return new Map(
    Object.entries(metafile.outputs).map(([file, output]) => {
      const home = `${posix.relative(posix.dirname(file), '')}/`;
      return [file, { code: (code.get(file) ?? '').replaceAll(OUT, home), ...loadsOf(output, parts) }];
    }),
  );
}

const OPTIONS = {
  absWorkingDir: '/',
  outdir: '/',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

const stem = (file: string) => file.replace(/\.mjs$/, '');

function layoutOf(parts: Parts, { name, handlers }: Group): Layout {
  const { common, kept } = planOf(parts, handlers);
  const named = kept.map((path) => [path, `${stem(path)}-${name}.mjs`] as const);
  const files = new Map([...named, ...handlers.map((path) => [path, path] as const)]);
  return { parts, common, commonFile: `chunks/common-${name}.mjs`, files, inside: reach(parts, handlers, 'ever') };
}

/** What a file loads: by its imports, and the machine code and documents of the parts in it. */
function loadsOf({ imports, inputs }: Output, parts: Parts): Omit<Gathered, 'code'> {
  const own = imports.filter(({ path }) => path.startsWith(OUT));
  const of = (lazy: boolean) =>
    own.filter(({ kind }) => (kind === 'dynamic-import') === lazy).map(({ path }) => path.slice(OUT.length));
  const inside = Object.keys(inputs).flatMap((input) => parts.get(input.replace(/^part:/, '')) ?? []);
  const native = inside.flatMap((part) => part.imports.filter((path) => path.endsWith('.node')));
  return {
    imports: [...new Set([...of(false), ...native])],
    lazy: [...new Set(of(true))],
    data: inside.reduce((sum, { data }) => sum + data, 0),
  };
}
