import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Architecture } from './addons.ts';
import { type Bundle, bundle, closure } from './bundle.ts';

const run = promisify(execFile);

/** What one handler loads at once, without what it imports later. Sizes are bytes of minified JavaScript. */
export interface Weight {
  module: string;
  /** With the AWS SDK from the Lambda runtime. */
  own: number;
  /** With the AWS SDK inside, as deployed. */
  whole: number;
  /** Files of JavaScript with the AWS SDK from the Lambda runtime: opening one costs more than its code, mostly. */
  files: number;
  /** Paths of the machine code that it loads. */
  native: string[];
}

interface Weighing {
  root: string;
  modules: readonly string[];
  /** A folder below `root`, so that Node finds the SDK from there; two more are made in it. */
  into: string;
  architecture?: Architecture;
}

/** This machine's processor, so that what was bundled also runs here. */
export const hostArchitecture: Architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';

/** What each handler weighs, and both bundles, to time their loading. */
export async function weigh({ root, modules, into, architecture = hostArchitecture }: Weighing): Promise<{
  weights: Weight[];
  whole: Bundle;
  own: Bundle;
}> {
  const common = { root, modules, architecture };
  const whole = await bundle({ ...common, outdir: join(into, 'whole'), sdk: 'bundled' });
  const own = await bundle({ ...common, outdir: join(into, 'own'), sdk: 'runtime' });
  const weights = modules.map((module) => ({
    module,
    own: bytesOf(own, module),
    whole: bytesOf(whole, module),
    files: scriptsOf(own, module).length,
    native: [...closure(whole, module, 'now')].filter((path) => path.endsWith('.node')),
  }));
  return { weights, whole, own };
}

const scriptsOf = (bundle: Bundle, module: string) =>
  [...closure(bundle, module, 'now')].filter((path) => path.endsWith('.mjs'));

const bytesOf = (bundle: Bundle, module: string) =>
  scriptsOf(bundle, module).reduce((sum, path) => sum + (bundle.outputs.get(path)?.bytes ?? 0), 0);

/** What Lambda's runtime brings, of which we use these. */
const sdk = ['@aws-sdk/client-dynamodb', '@aws-sdk/client-sfn', '@aws-sdk/lib-dynamodb'];

/**
 * How loads are timed: the median of an odd number of `runs`, each in a process of its own, after the packages of
 * `before`.
 */
interface Timing {
  runs?: number;
  before?: readonly string[];
}

/** What the loading of a handler takes in milliseconds, and as a part of what `before` took in the same process. */
interface Loading {
  ms: number;
  ofBefore: number;
}

/**
 * How long a fresh Node process needs to load a handler after the packages of `before`, which are found from `root`.
 * Rejects when the handler cannot be loaded or exports no `handler`.
 */
export async function loading(
  { outdir }: Bundle,
  module: string,
  root: string,
  { runs = 5, before = sdk }: Timing = {},
): Promise<Loading> {
  const file = pathToFileURL(join(outdir, `${module}.mjs`)).href;
  const script = `const start = performance.now();
    ${before.map((name) => `await import(${JSON.stringify(name)});`).join('\n')}
    const from = performance.now();
    const { handler } = await import(${JSON.stringify(file)});
    if (typeof handler !== 'function') throw new Error('no handler');
    console.log(JSON.stringify([from - start, performance.now() - from]));
    process.exit(0);`;
  const loads: Loading[] = [];
  for (let i = 0; i < runs; i += 1) {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
    const [sdkMs, ms] = JSON.parse(stdout) as [number, number];
    loads.push({ ms, ofBefore: ms / sdkMs });
  }
  return { ms: median(loads.map(({ ms }) => ms)), ofBefore: median(loads.map(({ ofBefore }) => ofBefore)) };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
