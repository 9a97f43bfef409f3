import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClassName, classes, classOf } from '#lib/deploy/classes.ts';
import { moduleOf } from '#lib/deploy/framework.ts';
import { weigh } from '#lib/deploy/weigh.ts';
import { readFunctions, readModules } from '#test/support/platform/functions.ts';
import { type Footprint, footprintOf, openNowhere } from './footprint.ts';
import { atMost, info, type Line } from './line.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The memory with which a function has a whole processor, MB. */
const wholeProcessor = 1769;

/** Milliseconds until a cold function has answered, by processor time alone: what AWS does before is not in it. */
const firstAnswer = 1000;

/** A class may need so much of its memory when it has just started. */
const part = 1 / 3;

interface Measured extends Footprint {
  readonly key: string;
}

/**
 * Every function in a process of its own, from the bundles as deployed: the memory of each class's largest, and the
 * processor time until the first answer of its slowest, at the class's part of a processor.
 */
export async function benchClasses(): Promise<Line[]> {
  const builds = join(root, '.build');
  await mkdir(builds, { recursive: true });
  const into = await mkdtemp(join(builds, 'bench-'));
  const aws = await openNowhere();
  try {
    const { whole, weights } = await weigh({ root, modules: readModules(root), into });
    const hashing = new Set(weights.filter(({ native }) => native.length > 0).map(({ module }) => module));
    const measured = new Map<ClassName, Measured[]>();
    for (const [key, fn] of readFunctions(root)) {
      const source = await readFile(join(root, `${moduleOf(fn)}.ts`), 'utf8');
      const name = classOf(fn, { source, hashes: hashing.has(moduleOf(fn)) });
      measured.set(name, [...(measured.get(name) ?? []), { key, ...(await footprintOf(whole, fn, aws.url)) }]);
    }
    return [...measured].flatMap(([name, all]) => linesOf(name, all));
  } finally {
    aws.close();
    await rm(into, { recursive: true, force: true });
  }
}

function linesOf(name: ClassName, all: readonly Measured[]): Line[] {
  const { memory } = classes[name];
  const most = (of: (one: Measured) => number) => {
    const [first] = all.toSorted((a, b) => of(b) - of(a));
    return { value: first ? of(first) : Number.NaN, note: first?.key ?? '' };
  };
  const cold = ({ load, call }: Measured) => (load + call) / Math.min(1, memory / wholeProcessor);
  const called = all.map(({ call }) => call).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  const what = `class ${name}, ${all.length} functions`;
  return [
    atMost(`${what}: most memory`, Math.floor(memory * part), { ...most((one) => one.memory), unit: 'MB' }),
    name === 'task'
      ? info(`${what}: slowest first run`, `${most(cold).value.toFixed(0)} ms (${most(cold).note})`)
      : atMost(`${what}: slowest first answer`, firstAnswer, { ...most(cold), unit: 'ms' }),
    info(`${what}: processor time of a first call, median`, `${called.toFixed(1)} ms`),
  ];
}
