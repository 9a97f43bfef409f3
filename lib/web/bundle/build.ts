import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';

/** The built console: its page, and the files that the page loads, by their paths below `/console/assets/`. */
export interface WebFiles {
  readonly html: string;
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** Which assets the first load of any page takes: the entry, what it imports, and the style sheet. */
  readonly first: readonly string[];
}

const web = fileURLToPath(new URL('../', import.meta.url));

const OPTIONS = {
  absWorkingDir: web,
  entryPoints: { main: './main.tsx', style: './styles/index.css' },
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  outdir: '/',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2023', 'chrome123', 'firefox121', 'safari17.5'],
  jsx: 'automatic',
  tsconfig: `${web}tsconfig.json`,
  define: { 'process.env.NODE_ENV': '"production"' },
  minify: true,
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Builds the console in memory. Its files have names that change with their contents. Throws esbuild's error where a
 * file is wrong.
 */
export async function buildWeb(): Promise<WebFiles> {
  const { outputFiles, metafile } = await build({ ...OPTIONS, plugins: [slimCommands] });
  const assets = new Map(outputFiles.map(({ path, contents }: OutputFile) => [basename(path), contents]));
  const first = firstLoad(metafile);
  return { html: page(first), assets, first };
}

/** The page, with the files of the first load named, so that the browser asks for all of them at once. */
function page(first: readonly string[]): string {
  const lines = first.map((file) => {
    const path = `/console/assets/${file}`;
    if (file.endsWith('.css')) return `<link rel="stylesheet" href="${path}">`;
    if (file.startsWith('main-')) return `<script type="module" src="${path}"></script>`;
    return `<link rel="modulepreload" href="${path}">`;
  });
  return readFileSync(`${web}index.html`, 'utf8').replace('<!-- styles and scripts -->', () => lines.join('\n  '));
}

/** How many pages must share a file for it to be a part of the first load: it then does not wait for their own code. */
const usual = 20;

/** The style sheet, the entry, the chunks that it imports, directly or not, and those that many pages do. */
function firstLoad({ outputs }: Metafile): string[] {
  const files = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const needs = (name: string) => closure(files, name);
  const named = (start: string) => [...files.keys()].filter((name) => name.startsWith(start));
  const pages = [...files].flatMap(([name, { entryPoint }]) => (entryPoint?.startsWith('pages/') ? [name] : []));
  const shared = Map.groupBy(pages.flatMap(needs), (name) => name);
  const often = [...shared].flatMap(([name, uses]) => (uses.length >= usual ? [name] : []));
  return [...new Set([...named('style-'), ...named('main-').flatMap(needs), ...often])];
}

/** A file and what it imports at once, directly or not. */
function closure(files: ReadonlyMap<string, Metafile['outputs'][string]>, start: string): string[] {
  const seen = new Set([start]);
  for (const name of seen) {
    const imports = files.get(name)?.imports ?? [];
    for (const { path, kind } of imports) if (kind === 'import-statement') seen.add(basename(path));
  }
  return [...seen];
}

/** What the console says of a command: without the help's texts, which are most of the table. */
const slimCommands: Plugin = {
  name: 'slim-commands',
  setup({ onLoad }) {
    onLoad({ filter: /cli\/generated\/commands\.json$/ }, ({ path }) => {
      const commands: Record<string, unknown>[] = JSON.parse(readFileSync(path, 'utf8'));
      const slim = commands.map(({ noun, verb, operation, summary, args, flags }) => ({
        noun,
        verb,
        operation,
        summary,
        args,
        flags: (flags as Record<string, unknown>[]).map(({ name, at, type, in: where }) => ({
          name,
          at,
          type,
          in: where,
        })),
      }));
      return { contents: JSON.stringify(slim), loader: 'json' };
    });
  },
};
