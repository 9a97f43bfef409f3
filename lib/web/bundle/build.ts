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

/** The style sheet, the entry, and the chunks that the entry imports, directly or not. */
function firstLoad({ outputs }: Metafile): string[] {
  const files = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const named = (start: string) => [...files.keys()].filter((name) => name.startsWith(start));
  const seen = new Set([...named('style-'), ...named('main-')]);
  const open = named('main-');
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const { path, kind } of files.get(name)?.imports ?? []) {
      const imported = basename(path);
      if (kind !== 'import-statement' || seen.has(imported)) continue;
      seen.add(imported);
      open.push(imported);
    }
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
