import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { type Architecture, addonFor, addonPackages } from './addons.ts';
import { type Gathered, type Group, gather } from './gather.ts';
import { type Parts, partsOf, reach } from './parts.ts';

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

interface Output extends Pick<Gathered, 'imports' | 'lazy'> {
  /** Of code: a document that a handler serves is what it is. */
  bytes: number;
}

/** What was written: every file below `outdir`, and what each loads. */
export interface Bundle {
  outdir: string;
  outputs: ReadonlyMap<string, Output>;
}

/** Bundles all handlers, sharing what most of them share: a handler loads what it imports, in a handful of files. */
export async function bundle(options: BundleOptions): Promise<Bundle> {
  const { modules, outdir } = options;
  const parts = await split(options);
  const native = [...parts].filter(([path]) => path.endsWith('.node'));
  const outputs = new Map<string, Output>(native.map(([path]) => [path, { bytes: 0, imports: [], lazy: [] }]));
  rmSync(outdir, { recursive: true, force: true });
  for (const [path, { contents }] of native) write(join(outdir, path), contents);
  for (const group of groupsOf(modules)) {
    for (const [path, file] of await gather(parts, group)) {
      write(join(outdir, path), file.code);
      outputs.set(path, outputOf(file));
    }
  }
  return { outdir, outputs: new Map([...outputs].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Routes, and all else: what all of either load differs by half. */
function groupsOf(modules: readonly string[]): Group[] {
  const isRoute = (module: string) => /^functions\/(?!ticks\/)/.test(module);
  const groups = Map.groupBy(modules, (module) => (isRoute(module) ? 'routes' : 'tasks'));
  return [...groups].map(([name, own]) => ({ name, handlers: own.map((module) => `${module}.mjs`) }));
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const outputOf = ({ code, imports, lazy, data }: Gathered): Output => ({
  bytes: Buffer.byteLength(code) - data,
  imports,
  lazy,
});

/** All handlers in one call, split wherever some load what others do not: into hundreds of files. */
async function split({ root, modules, outdir, architecture, sdk }: BundleOptions): Promise<Parts> {
  const { metafile, outputFiles } = await build({
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
    minifySyntax: true,
    // An error's and a class's name is part of what Step Functions and our logs read.
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
    external: sdk === 'runtime' ? ['@aws-sdk/*', '@smithy/*'] : [],
    loader: { '.node': 'file' },
    // CommonJS packages ask for Node's own modules by require. A function, so that it goes where nobody asks.
    banner: { js: 'function require(name){return process.getBuiltinModule(name)}' },
    plugins: [machineCode(root, architecture)],
  });
  return partsOf({ metafile, outputFiles }, root, outdir);
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

/** The files that a handler loads at once (`now`), or all it could ever load (`ever`), itself included. */
export const closure = ({ outputs }: Bundle, module: string, when: 'now' | 'ever'): Set<string> =>
  reach(outputs, [`${module}.mjs`], when);
