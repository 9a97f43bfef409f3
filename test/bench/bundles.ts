import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readModules } from '#lib/deploy/handlers.ts';
import { loadTime, type Weight, weigh } from '#lib/deploy/weigh.ts';
import { atMost, info, type Line } from './line.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const kilobyte = 1000;
/** Handlers whose loading is timed: the heaviest, since it is their own code that is parsed. */
const timedOnes = 6;

/**
 * What each function's bundle weighs, minified, with the AWS SDK from the runtime and with it inside, and how long a
 * fresh process needs to load one once the SDK is there (median of 5; of the heaviest functions the slowest).
 */
export async function benchBundles(): Promise<Line[]> {
  const builds = join(root, '.build');
  await mkdir(builds, { recursive: true });
  const into = await mkdtemp(join(builds, 'bench-'));
  try {
    const { weights, own } = await weigh({ root, modules: readModules(root), into });
    const heaviest = weights.toSorted((a, b) => b.own - a.own);
    const times: { module: string; ms: number }[] = [];
    for (const { module } of heaviest.slice(0, timedOnes))
      times.push({ module, ms: await loadTime(own, module, root) });
    const [slowest] = times.sort((a, b) => b.ms - a.ms);
    const native = weights.filter((weight) => weight.native.length > 0).map(({ module }) => module.split('/').at(-1));
    return [
      sizeLine('heaviest of them, SDK from the runtime', 250, weights, 'own'),
      sizeLine('heaviest of them, SDK inside', 900, weights, 'whole'),
      atMost('bundle: slowest to load beyond the SDK', 60, {
        value: slowest?.ms ?? Number.NaN,
        unit: 'ms',
        ...(slowest && { note: slowest.module }),
      }),
      info('bundle: functions that carry machine code', native.join(', ')),
    ];
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

function sizeLine(what: string, bound: number, weights: readonly Weight[], key: 'own' | 'whole'): Line {
  const [heaviest] = weights.toSorted((a, b) => b[key] - a[key]);
  return atMost(`bundle of ${weights.length}: ${what}`, bound, {
    value: (heaviest?.[key] ?? Number.NaN) / kilobyte,
    unit: 'KB',
    ...(heaviest && { note: heaviest.module }),
  });
}
