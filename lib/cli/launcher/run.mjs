// Plain JavaScript that Node 20 can run.
// Not by imports: what is loaded already is wrapped for each, and an import of node:fs loads streams and promises too.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');
const { basename, dirname, join } = process.getBuiltinModule('node:path');
const { pathToFileURL } = process.getBuiltinModule('node:url');
const { Script } = process.getBuiltinModule('node:vm');

/** The commands after which nothing is added to what V8 has compiled: one byte at its end counts them. */
const enough = 8;

/** @typedef {(words: readonly string[], version: string) => Promise<number>} Main */

/** Words that run little of the program. */
const small = /^(-h|--help|help|-V|--version|__complete)$/;

/**
 * Runs the command line from the file that `lib/deploy/npm/cli-bundle.mjs` makes, with what V8 compiled of it when it
 * ran before. Node's own cache keeps only what is compiled before anything runs, and leaves out the functions.
 *
 * @param {string} file
 * @param {{ cache: string, place: string, version: string }} how the folder of what V8 has compiled, which nobody else
 *   may fill; a file in the folder in which `lib/cli/config` would be; the version to show
 * @param {readonly string[]} words
 */
export async function run(file, { cache, place, version }, words) {
  const compiled = join(cache, `${basename(file)}.${process.version}-${process.arch}`);
  const kept = read(compiled);
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    cachedData: kept?.subarray(0, -1),
  });
  const module = { exports: /** @type {{ main: Main }} */ ({}) };
  script.runInThisContext()(module.exports, createRequire(file), module, pathToFileURL(place).href);
  const code = await module.exports.main(words, version);
  process.exitCode = code;
  // Each of the first commands adds the functions that it was the first to run. Another V8's is of no use.
  const runs = script.cachedDataRejected === false ? (kept?.at(-1) ?? 0) : 0;
  const isWhole = code === 0 && words.length > 0 && !words.some((word) => small.test(word));
  if (runs < enough && isWhole) keep(compiled, Buffer.concat([script.createCachedData(), Buffer.of(runs + 1)]));
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Writes in one step: others run meanwhile. Who may not write there runs without it.
 *
 * @param {string} file
 * @param {Buffer} data
 */
function keep(file, data) {
  const temporary = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, data, { mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    return;
  }
}
