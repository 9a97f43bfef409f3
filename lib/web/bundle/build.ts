import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { slim } from './slim.ts';

/** The built console: its page, and the files that the page loads, by their paths below `/console/assets/`. */
export interface WebFiles {
  readonly html: string;
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** Which assets the first load of any page takes: the entry, what it imports, and the style sheet. */
  readonly first: readonly string[];
}

type Files = ReadonlyMap<string, Metafile['outputs'][string]>;

const web = fileURLToPath(new URL('../', import.meta.url));

/** How everything is bundled that runs in a browser. */
export const forBrowsers = {
  absWorkingDir: web,
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

const OPTIONS = {
  ...forBrowsers,
  entryPoints: { main: './main.tsx', style: './styles/index.css' },
  // Chromium then compiles a file once, and beside the page's thread: a quarter second less for a slow phone.
  banner: { js: '//# allFunctionsCalledOnLoad' },
} as const satisfies BuildOptions;

/**
 * Builds the console in memory. Its files have names that change with their contents. Throws esbuild's error where a
 * file is wrong.
 */
export async function buildWeb(): Promise<WebFiles> {
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    plugins: slim,
  });
  const files = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const core = coreOf(files);
  const first = firstLoad(files, core);
  const assets = new Map(outputFiles.map(({ path, contents }: OutputFile) => [basename(path), contents]));
  const pages = new Set(
    files.get(core)?.imports.flatMap(({ path, kind }) => (kind === 'dynamic-import' ? [path] : [])),
  );
  assets.set(core, allInOrder(assets.get(core), pages.size, files, first));
  return { html: page(first, core), assets, first };
}

/**
 * The page, with the files of the first load named, so that the browser asks for all of them at once. The core runs as
 * soon as it is there, before the entry, which has react-dom in it and takes longer to come.
 */
function page(first: readonly string[], core: string): string {
  const lines = first.map((file) => {
    const path = `/console/assets/${file}`;
    if (file.endsWith('.css')) return `<link rel="stylesheet" href="${path}">`;
    if (file === core || file.startsWith('main-')) return `<script type="module" src="${path}"></script>`;
    return `<link rel="modulepreload" href="${path}">`;
  });
  return readFileSync(`${web}index.html`, 'utf8').replace('<!-- styles and scripts -->', () => lines.join('\n  '));
}

/** The file with the core in it, whose last act is to start. */
function coreOf(files: Files): string {
  return [...files].find(([, { inputs }]) => 'shell/start.ts' in inputs)?.[0] ?? '';
}

/** The style sheet, the core, the entry, and what these import, directly or not. */
function firstLoad(files: Files, core: string): string[] {
  const named = (start: string) => [...files.keys()].filter((name) => name.startsWith(start));
  const scripts = [core, ...named('main-')].flatMap((name) => closure(files, name));
  return [...new Set([...named('style-'), ...scripts])];
}

/**
 * The core, which has the table of the pages, with what a page imports asked for together with it: the browser would
 * only find it in the page's own file. Names are made of contents, so the core's name remains right.
 */
function allInOrder(core: Uint8Array | undefined, pages: number, files: Files, first: readonly string[]): Uint8Array {
  let found = 0;
  const text = new TextDecoder().decode(core).replaceAll(/import\("\.\/([\w-]{1,99}\.js)"\)/g, (load, name: string) => {
    found++;
    const others = closure(files, name).filter((other) => other !== name && !first.includes(other));
    // What fails here fails in the page's own import too, which tells it.
    return `(${[...others.map((other) => `import("./${other}").catch(()=>0)`), load].join(',')})`;
  });
  // esbuild has no hook for how it writes an import, so that it writes it as ever is made sure of.
  if (found !== pages) throw new Error(`the core imports ${pages} files later, of which ${found} are seen in it`);
  return new TextEncoder().encode(text);
}

/** A file and what it imports at once, directly or not. */
function closure(files: Files, start: string): string[] {
  const seen = new Set([start]);
  for (const name of seen) {
    const imports = files.get(name)?.imports ?? [];
    for (const { path, kind } of imports) if (kind === 'import-statement') seen.add(basename(path));
  }
  return [...seen];
}
