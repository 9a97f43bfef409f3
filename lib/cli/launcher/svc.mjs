#!/usr/bin/env node
// Plain JavaScript that Node 20 can run: it makes one file of the command line wherever a source of it has changed.
import { run } from './run.mjs';

const fs = process.getBuiltinModule('node:fs');
const { join } = process.getBuiltinModule('node:path');
const { fileURLToPath } = process.getBuiltinModule('node:url');
const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, 'node_modules/.svc-cli');
const note = join(folder, 'made.json');
const aDay = 86_400_000;

/** @typedef {{ file: string, version: string, sources: Record<string, number> }} Made */

const words = process.argv.slice(2);
const made = known() ?? (await make());
if (made) {
  const place = join(root, 'lib/cli/config/place');
  await run(join(folder, made.file), { cache: folder, place, version: made.version }, words);
} else {
  // The checkout is another user's, or has no esbuild: Node 22.18 and later read TypeScript themselves.
  const { main } = await import(new URL('../main.ts', import.meta.url).href);
  process.exitCode = await main(words, versionOf());
}

/**
 * What was made before, if no source has changed since.
 *
 * @returns {Made | undefined}
 */
function known() {
  try {
    const before = JSON.parse(fs.readFileSync(note, 'utf8'));
    const sources = Object.entries(before.sources);
    return sources.every(([name, time]) => changed(name) === time) ? before : undefined;
  } catch {
    return undefined;
  }
}

/**
 * When a source was changed; 0 for one that is gone.
 *
 * @param {string} name
 */
function changed(name) {
  return fs.statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** @returns {string} */
function versionOf() {
  return JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/**
 * Makes it anew; undefined where it cannot be made. Others may do the same meanwhile, with the same outcome.
 *
 * @returns {Promise<Made | undefined>}
 */
async function make() {
  const begun = Date.now();
  try {
    const { bundleCommandLine } = await import(new URL('../../deploy/npm/cli-bundle.mjs', import.meta.url).href);
    fs.mkdirSync(folder, { recursive: true });
    const fresh = fs.mkdtempSync(join(folder, 'new-'));
    const { file, inputs } = await bundleCommandLine(root, fresh);
    for (const name of fs.readdirSync(fresh)) fs.renameSync(join(fresh, name), join(folder, name));
    fs.rmdirSync(fresh);
    // What changes while it is read is read again next time.
    const times = ['package.json', 'package-lock.json', ...inputs].map((name) => [
      name,
      changed(name) < begun ? changed(name) : -1,
    ]);
    const one = { file, version: versionOf(), sources: Object.fromEntries(times) };
    fs.writeFileSync(`${note}.${process.pid}`, JSON.stringify(one));
    fs.renameSync(`${note}.${process.pid}`, note);
    forget(begun - aDay);
    return one;
  } catch {
    return undefined;
  }
}

/**
 * Removes what was made before this moment.
 *
 * @param {number} moment
 */
function forget(moment) {
  for (const name of fs.readdirSync(folder)) {
    const file = join(folder, name);
    if ((fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? moment) < moment) fs.rmSync(file, { force: true });
  }
}
