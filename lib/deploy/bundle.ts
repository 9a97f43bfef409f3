import { rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { buildWeb } from '#lib/web/bundle/build.ts';
import { buildGuides } from '#lib/web/bundle/guides/build.ts';
import { buildReference } from '#lib/web/bundle/reference.ts';
import { buildTerminal } from '#lib/web/bundle/terminal.ts';
import { type Architecture, addonFor, addonPackages } from './addons.ts';
import { withoutDescriptions, withoutJsonSchemas } from './descriptions.ts';
import { withGuides, withReference, withWeb } from './web.ts';

export interface BundleOptions {
  /** The service's folder. */
  root: string;
  /** Handler files below it, without an extension: `functions/compute/instances/list`. */
  modules: readonly string[];
  /** The output folder, which is emptied first. */
  outdir: string;
  architecture: Architecture;
  /** Whether the AWS SDK is bundled or comes from the Lambda runtime. */
  sdk: 'bundled' | 'runtime';
}

interface Output {
  /** Bytes of code. JSON documents that a handler serves do not count. */
  readonly bytes: number;
  /** Files that are loaded together with this one. */
  readonly imports: readonly string[];
  /** Files that are loaded when they are first needed. */
  readonly lazy: readonly string[];
}

/** What was written: the files below `outdir`, by their paths there. */
export interface Bundle {
  outdir: string;
  outputs: ReadonlyMap<string, Output>;
}

/** Bundles all handlers, with one esbuild run for each area; the handlers of an area share files of code (`chunks`). */
export async function bundle(options: BundleOptions): Promise<Bundle> {
  const { root, outdir } = options;
  const outputs = new Map<string, Output>();
  rmSync(outdir, { recursive: true, force: true });
  const web = [
    withWeb(await buildWeb(), buildTerminal()),
    withReference(await buildReference()),
    withGuides(await buildGuides()),
  ];
  for (const [area, modules] of Map.groupBy(options.modules, areaOf)) {
    const places = placesOf(options, area, modules);
    const { metafile } = await build({ ...OPTIONS, ...places, plugins: [...places.plugins, ...web] });
    const inside = (path: string) => relative(outdir, join(root, path));
    for (const [path, output] of Object.entries(metafile.outputs)) outputs.set(inside(path), outputOf(output, inside));
  }
  return { outdir, outputs };
}

/** What of `functions` is bundled apart from the rest of its area, each line together. */
const apart = {
  groups: /^functions\/compute\/(asg|autoscaling)\//,
  instances: /^functions\/compute\/(instances|instance-snapshots)\//,
  disks: /^functions\/compute\/(backup-schedules|snapshots|volumes)\//,
  billing: /^functions\/auth\/billing\//,
  // It has the schemas of all records, of which others need none.
  records: /^functions\/scheduled\/records$/,
};

/**
 * The area of a module: `auth` for `functions/auth/…`, `statemachines` for all of `statemachines/`. Fewer handlers in a
 * run are split into fewer files, and opening a file costs more than its code.
 */
function areaOf(module: string): string {
  const [top = '', area = ''] = module.split('/');
  const [name] = Object.entries(apart).find(([, folders]) => folders.test(module)) ?? [];
  return name ?? (top === 'functions' ? area : top);
}

/** How everything is bundled that runs on Node elsewhere. */
export const forNode = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  conditions: ['module'],
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'silent',
} as const satisfies BuildOptions;

const OPTIONS = {
  ...forNode,
  outExtension: { '.js': '.mjs' },
  splitting: true,
  loader: { '.node': 'file' },
  // CommonJS packages load Node's own modules with require, which ES modules do not have.
  banner: { js: 'var require=process.getBuiltinModule;' },
} as const satisfies BuildOptions;

const placesOf = ({ root, outdir, architecture, sdk }: BundleOptions, area: string, modules: readonly string[]) =>
  ({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(modules.map((module) => [module, `./${module}.ts`])),
    outdir,
    chunkNames: `chunks/${area}/[name]-[hash]`,
    assetNames: 'native/[name]-[hash]',
    external: sdk === 'runtime' ? ['@aws-sdk/*', '@smithy/*'] : [],
    plugins: [machineCode(root, architecture), withoutDescriptions(root), withoutJsonSchemas],
  }) satisfies BuildOptions;

function outputOf({ bytes, imports, inputs }: Metafile['outputs'][string], inside: (path: string) => string): Output {
  const of = (lazy: boolean) =>
    imports
      .filter(({ external, kind }) => !external && (kind === 'dynamic-import') === lazy)
      .map(({ path }) => inside(path));
  const documents = Object.entries(inputs).filter(([path]) => path.endsWith('.json'));
  const data = documents.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  return { bytes: bytes - data, imports: of(false), lazy: of(true) };
}

/**
 * Replaces the search of a package for its machine code at run time by the machine code of the stack's architecture.
 */
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
      // CommonJS, so that the names that only the machine code knows can be imported from it …
      onLoad({ filter: /.*/, namespace: 'addon' }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(`binding:${path}`)}).binding;`,
      }));
      // … and a module in front of it, since only a module knows its own path, next to which the machine code is.
      onLoad({ filter: /.*/, namespace: 'binding' }, ({ path }) => ({
        contents: `import { createRequire } from 'node:module';
          import file from ${JSON.stringify(path)};
          export const binding = createRequire(import.meta.url)(file);`,
        resolveDir: dirname(path),
      }));
    },
  };
}

/** The files that a handler loads at its start (`now`), or all that it may ever load (`ever`), including itself. */
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
