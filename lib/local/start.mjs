// Plain JavaScript that Node 20 can parse, so that it can report that Node 20 is too old.
import { existsSync, readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAhead } from './agent-process.mjs';
import { keepCompiled } from './compile-cache.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const LEAST_MAJOR = 22;
const LEAST_MINOR = 18;

/** @param {string} sentence */
function fail(sentence) {
  process.stderr.write(`svc: ${sentence}\n`);
  process.exit(1);
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < LEAST_MAJOR || (major === LEAST_MAJOR && minor < LEAST_MINOR)) {
  fail(
    `this is Node ${process.versions.node} and ${LEAST_MAJOR}.${LEAST_MINOR} or newer is needed; run "npm ci" and then "npm start", which brings Node 24 where there is a package of it, or install a newer Node`,
  );
}

const require = createRequire(join(root, 'package.json'));
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
  (name) => !name.startsWith('@types/') && !existsSync(join(root, 'node_modules', name, 'package.json')),
);
if (missing.length > 0)
  fail(`${missing.length} packages are missing (${missing.slice(0, 3).join(', ')} …); run "npm ci"`);

keepCompiled(process.env);
startAhead(join(root, 'lib', 'agent', 'main.ts'), process.env);

// The plugin (lib/local/plugin.ts) does everything else, so that `npx serverless offline start` works in the same way.
process.chdir(root);
process.env.SLS_LOG_LEVEL ??= 'warning';
process.argv.splice(2, process.argv.length, 'offline', 'start');
process.argv[1] = join(dirname(require.resolve('serverless/package.json')), 'bin', 'serverless.js');
// The framework loads undici to read parts of serverless.yml over HTTP, of which there are none.
leaveOut('undici', createRequire(process.argv[1]));
require(process.argv[1]);

/**
 * Has a package's classes fail where they are used, and loads none of it.
 *
 * @param {string} name
 * @param {NodeJS.Require} framework
 */
function leaveOut(name, framework) {
  const unused = () => fail(`npm start does without the package ${name}; use "npx serverless offline start"`);
  const path = framework.resolve(name);
  const exports = new Proxy({}, { get: () => unused });
  framework.cache[path] = Object.assign(new module.Module(path), { exports, loaded: true });
}
