import { rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { type Architecture, addonFor, addonPackages } from './addons.ts';

export interface BundleOptions {
  /** The folder of the service. */
  root: string;
  /** Handler files below it, without an extension: `functions/compute/instances/list`. */
  modules: readonly string[];
  /** Emptied first. */
  outdir: string;
  architecture: Architecture;
  /** Whether the AWS SDK is packed or left to the Lambda runtime. */
  sdk: 'bundled' | 'runtime';
}

interface Output {
  /** Of code: a document that a handler serves is what it is. */
  bytes: number;
  /** Loaded with it. */
  imports: string[];
  /** Loaded when first needed, if ever. */
  lazy: string[];
}

/** What esbuild wrote: every file below `outdir`, and what each loads. */
export interface Bundle {
  outdir: string;
  outputs: ReadonlyMap<string, Output>;
}

/** Bundles all handlers in one call, sharing what they share in chunks: a handler loads only what it imports. */
export async function bundle({ root, modules, outdir, architecture, sdk }: BundleOptions): Promise<Bundle> {
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(modules.map((module) => [module, `./${module}.ts`])),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    assetNames: 'native/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    conditions: ['module'],
    minify: true,
    // An error's and a class's name is part of what Step Functions and our logs read.
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
    external: sdk === 'runtime' ? ['@aws-sdk/*', '@smithy/*'] : [],
    loader: { '.node': 'file' },
    // CommonJS packages ask for Node's own modules by require.
    banner: { js: 'const require=process.getBuiltinModule;' },
    plugins: [machineCode(root, architecture)],
  });
  return { outdir, outputs: outputsOf(metafile, root, outdir) };
}

/** In place of a package that looks for its machine code when it runs: that code itself, for the processor it will run on. */
function machineCode(root: string, architecture: Architecture): Plugin {
  const cache = join(root, 'node_modules/.cache/svc/addons');
  return {
    name: 'machine-code',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^(${addonPackages.join('|')})$`) }, async ({ path }) => ({
        path: await addonFor(path, architecture, root, cache),
        namespace: 'addon',
      }));
      onResolve({ filter: /^binding:/ }, ({ path }) => ({ path: path.slice('binding:'.length), namespace: 'binding' }));
      // CommonJS, so that names can be imported from it that only the machine code knows …
      onLoad({ filter: /.*/, namespace: 'addon' }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(`binding:${path}`)}).binding;`,
      }));
      // … over a module, since only a module knows where it stands and so where the machine code is.
      onLoad({ filter: /.*/, namespace: 'binding' }, ({ path }) => ({
        contents: `import { createRequire } from 'node:module';
          import file from ${JSON.stringify(path)};
          export const binding = createRequire(import.meta.url)(file);`,
        resolveDir: dirname(path),
      }));
    },
  };
}

function outputsOf({ outputs }: Metafile, root: string, outdir: string): Map<string, Output> {
  const inside = (path: string) => relative(outdir, join(root, path));
  const entries = Object.entries(outputs).map(([path, { bytes, imports, inputs }]): [string, Output] => {
    const own = imports.filter(({ external }) => !external);
    const of = (lazy: boolean) =>
      own.filter(({ kind }) => (kind === 'dynamic-import') === lazy).map((i) => inside(i.path));
    const documents = Object.entries(inputs).filter(([input]) => input.endsWith('.json'));
    const data = documents.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
    return [inside(path), { bytes: bytes - data, imports: of(false), lazy: of(true) }];
  });
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The files that a handler loads at once (`now`), or all it could ever load (`ever`), itself included. */
export function closure({ outputs }: Bundle, module: string, when: 'now' | 'ever'): Set<string> {
  const seen = new Set<string>();
  const open = [`${module}.mjs`];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const output = outputs.get(path);
    if (!output || seen.has(path)) continue;
    seen.add(path);
    open.push(...output.imports, ...(when === 'ever' ? output.lazy : []));
  }
  return seen;
}
