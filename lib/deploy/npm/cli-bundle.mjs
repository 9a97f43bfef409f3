// Plain JavaScript: the launcher of a checkout calls it by the Node of its user, which may not read TypeScript.

import { readFile } from 'node:fs/promises';

/**
 * The table of commands, of which only the nouns that are asked for are read.
 *
 * @param {{ path: string }} file
 */
async function table({ path }) {
  /** @type {{ commands: Record<string, object[]> }} */
  const { commands } = JSON.parse(await readFile(path, 'utf8'));
  const nouns = Object.entries(commands).map(
    ([noun, own]) => `get ${JSON.stringify(noun)}() { return JSON.parse(${JSON.stringify(JSON.stringify(own))}) }`,
  );
  return { contents: `export default { commands: { ${nouns.join(', ')} } }` };
}

/**
 * What takes time to load and is not used.
 *
 * @param {import('esbuild').PluginBuild} building
 */
function lighter(building) {
  building.onLoad({ filter: /\/generated\/commands\.json$/ }, table);
  // Commander has it for commands that are programs of their own, of which we have none.
  building.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
    /\/commander\//.test(importer) ? { path: 'none', namespace: 'none' } : undefined,
  );
  building.onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: '' }));
}

/**
 * Makes the command line one file that `lib/cli/launcher/run.mjs` runs, with its tables beside it. Their names have
 * hashes of what is in them. One file loads in a third of the time of its modules.
 *
 * @param {string} root the checkout
 * @param {string} into the folder of the files
 * @returns {Promise<{ file: string, inputs: string[] }>} the file's name, and the sources of the checkout
 */
export async function bundleCommandLine(root, into) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['lib/cli/main.ts'],
    outdir: into,
    entryNames: '[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    plugins: [{ name: 'lighter', setup: lighter }],
    banner: { js: '(function (exports, require, module, svcPlace) {' },
    footer: { js: '})' },
    define: { 'import.meta.url': 'svcPlace' },
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
  });
  const made = Object.keys(metafile.outputs).find((name) => name.endsWith('.cjs')) ?? '';
  return {
    file: made.split('/').at(-1) ?? '',
    inputs: Object.keys(metafile.inputs).filter((name) => !name.startsWith('node_modules/')),
  };
}
