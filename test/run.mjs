import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm test`: all of it; `npm test -- compute storage`: the tests of those parts alone; with `--report` a table follows
 * of what every file cost (test/support/report). Whatever else is said goes to vitest. A test belongs to the part that
 * the last folder on its path which is named after one names; the doors of identity are in `auth`, and workflows are of
 * compute. Stories, journeys and what `npm run test:all` runs belong to no part.
 */

const wings = ['platform', 'identity', 'billing', 'storage', 'compute'];
const parts = [
  ...wings,
  'edge',
  'standards',
  'drivers',
  'client',
  'testing',
  'smoke',
  'terraform',
  'operator',
  'cli',
  'web',
  'agent',
  'runtime',
  'local',
  'deploy',
  'contract',
];
/** @type {Record<string, string>} */
const otherNames = { auth: 'identity', statemachines: 'compute' };
const ofNoPart = /^test\/(stories|journeys|hostile|deep|rgw|bench)\/|\.long\.test\.ts$/;

const report = ['--reporter=default', '--reporter=./test/support/report/reporter.ts'];

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * The part that a test belongs to; undefined for one that belongs to none.
 * @param {string} file
 * @returns {string | undefined}
 */
export function partOf(file) {
  if (ofNoPart.test(file)) return undefined;
  const folders = dirname(file)
    .split('/')
    .map((name) => otherNames[name] ?? name);
  // The tests of the agent's or a laptop's own storage, say, are theirs.
  return (
    folders.find((name) => parts.includes(name) && !wings.includes(name)) ??
    folders.findLast((name) => wings.includes(name))
  );
}

/**
 * The tests of these parts, by their paths from the root.
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function testsOf(names) {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file.replaceAll('\\', '/')}`);
  return files.filter((file) => names.includes(partOf(file) ?? '')).sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const named = args.filter((name) => parts.includes(name));
  const others = args.filter((name) => !parts.includes(name)).flatMap((word) => (word === '--report' ? report : word));
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const all = ['run', ...others, ...testsOf(named)];
  const { status } = spawnSync(process.execPath, [vitest, ...all], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
