import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bundle } from '#lib/deploy/bundle.ts';
import { loading, type Weight, weigh } from '#lib/deploy/weigh.ts';
import { readModules } from '#test/support/platform/functions.ts';
import { atMost, type Figure, info, type Line } from './line.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const kilobyte = 1000;
/** So many of the heaviest handlers, and of those that load the most files, are timed. */
const timedOnes = 4;

/**
 * What each function loads: minified bytes with the AWS SDK from the runtime and with it inside, and files; and how
 * long a fresh process needs for it (the median of 5 loads, of the slowest function timed): beyond the SDK, as a part
 * of what the SDK needs in the same process, and with the SDK inside as deployed.
 */
export async function benchBundles(): Promise<Line[]> {
  const builds = join(root, '.build');
  await mkdir(builds, { recursive: true });
  const into = await mkdtemp(join(builds, 'bench-'));
  try {
    const { weights, own, whole } = await weigh({ root, modules: readModules(root), into });
    const most = (key: 'own' | 'files') => weights.toSorted((a, b) => b[key] - a[key]).slice(0, timedOnes);
    const timed = [...new Set([...most('own'), ...most('files')].map(({ module }) => module))];
    const native = weights.filter((weight) => weight.native.length > 0).map(({ module }) => module.split('/').at(-1));
    const deployed = await slowestOf(timed, async (module) => {
      const { ms } = await loading(whole, module, root, { before: [] });
      return { value: ms, unit: 'ms', note: module };
    });
    const bytes = [...whole.outputs.values()].reduce((sum, output) => sum + output.bytes, 0);
    return [
      mostLine('heaviest of them, SDK from the runtime', 250, weights, { of: ({ own }) => own / kilobyte, unit: 'KB' }),
      mostLine('heaviest of them, SDK inside', 900, weights, { of: ({ whole }) => whole / kilobyte, unit: 'KB' }),
      mostLine('most files, SDK from the runtime', 50, weights, { of: ({ files }) => files, unit: 'files' }),
      atMost(
        'bundle: slowest to load beyond the SDK, of the SDK’s own load',
        0.7,
        await slowestOf(timed, (module) => besideSdk(own, module)),
      ),
      info('bundle: slowest to load, SDK inside', `${deployed.value.toFixed(0)} ms (${deployed.note})`),
      info(
        'bundle: all files together',
        `${(bytes / kilobyte / kilobyte).toFixed(1)} MB in ${whole.outputs.size} files`,
      ),
      info('bundle: functions that carry machine code', native.join(', ')),
    ];
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

/**
 * How long a function needs beyond the SDK, as a part of the time that the SDK needs in the same process: what else the
 * machine does slows both.
 */
async function besideSdk(own: Bundle, module: string): Promise<Figure> {
  const { ms, ofBefore } = await loading(own, module, root);
  return { value: ofBefore, note: `${ms.toFixed(1)} ms of ${module}` };
}

async function slowestOf(modules: readonly string[], time: (module: string) => Promise<Figure>): Promise<Figure> {
  let slowest: Figure = { value: Number.NaN };
  for (const module of modules) {
    const figure = await time(module);
    if (!(figure.value <= slowest.value)) slowest = figure;
  }
  return slowest;
}

function mostLine(
  what: string,
  bound: number,
  weights: readonly Weight[],
  { of, unit }: { of: (weight: Weight) => number; unit: string },
): Line {
  const [first] = weights.toSorted((a, b) => of(b) - of(a));
  return atMost(`bundle of ${weights.length}: ${what}`, bound, {
    value: first ? of(first) : Number.NaN,
    unit,
    ...(first && { note: first.module }),
  });
}
