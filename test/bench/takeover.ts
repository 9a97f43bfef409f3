import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOLDERS } from '#lib/runtime/holders.ts';
import { hostImages } from '#lib/runtime/images.ts';
import { AgentFolder, type DriverChild } from '#test/lib/runtime/support/driver-child.ts';
import { machineSpec } from '#test/lib/runtime/support/machine-spec.ts';
import { commandLine, processesWith } from '#test/lib/runtime/support/processes.ts';
import { atMost, info, type Line, skipped } from './line.ts';
import { median, timed } from './statistics.ts';

const budget = 'takeover of 100 machines after a SIGKILL of the agent';
const [most, rounds, abreast] = [100, 3, 4];

type Spec = Awaited<ReturnType<typeof machineSpec>>;

/**
 * What the next agent needs until it has taken over the machines of one that was killed, and what holds them meanwhile
 * takes. All are in one VPC, up to 100 of them: as many as this computer carries.
 */
export async function benchTakeover(): Promise<Line[]> {
  const folder = await AgentFolder.open(false);
  let agent = folder.start('container');
  const again = async () => {
    await agent.kill();
    agent = folder.start('container');
  };
  try {
    const why = await agent.driver.capabilities().then(
      () => null,
      (error: Error) => error.message,
    );
    if (why !== null) return [skipped(budget, '≤ 3 s', why)];
    const without = await middleOf(again, async () => void (await agent.driver.list()));
    const specs = await bootMost(agent);
    const found = await middleOf(again, async () => void (await agent.driver.list()));
    const taken = await middleOf(again, () => takenOver(agent, specs));
    await agent.kill();
    return [...linesOf(specs.length, { taken, found, without }), ...memoryOf(folder.state('container'), specs.length)];
  } finally {
    await agent.kill();
    await folder.remove();
  }
}

/** Seconds of a piece of work after each kill, the one in the middle. */
async function middleOf(again: () => Promise<void>, work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await again();
    times.push(await timed(work));
  }
  return median(times) / 1000;
}

/** Boots machines until there are enough, or one does not boot any more. */
async function bootMost({ driver }: DriverChild): Promise<Spec[]> {
  const image = hostImages()[0]?.id ?? '';
  const specs: Spec[] = [];
  while (specs.length < most) {
    const next = await Promise.all(Array.from({ length: abreast }, () => machineSpec(image)));
    const booted = await Promise.allSettled(next.map((spec) => driver.create(spec)));
    specs.push(...next.filter((_, at) => booted[at]?.status === 'fulfilled'));
    if (booted.some(({ status }) => status === 'rejected')) break;
  }
  return specs;
}

/** As an agent does it: it asks what runs on, and tells its driver whose each machine is. */
async function takenOver({ driver }: DriverChild, specs: readonly Spec[]): Promise<void> {
  const { up } = await driver.found();
  if (up.length !== specs.length) throw new Error(`${up.length} of ${specs.length} machines were found`);
  const rest = specs.values();
  const worker = async () => {
    for (const spec of rest) await driver.start(spec);
  };
  await Promise.all(Array.from({ length: abreast }, worker));
}

type Seconds = Readonly<Record<'taken' | 'found' | 'without', number>>;

function linesOf(count: number, { taken, found, without }: Seconds): Line[] {
  const note = `${count} machines, median of ${rounds}`;
  return [
    atMost(budget, 3, { value: taken, unit: 's', note }),
    info('  of it until the driver is open, and has found them', `${found.toFixed(2)} s`),
    info('  of that the start of an agent without machines', `${without.toFixed(2)} s`),
  ];
}

/** What is left where neither agent nor runtime is there. */
function memoryOf(state: string, count: number): Line[] {
  const holders = processesWith(`socket=${join(state, HOLDERS)}`);
  const lenders = processesWith('door=').filter((pid) => commandLine(pid).includes(state));
  const megabytes = [...holders, ...lenders].map(pssOf).reduce((sum, value) => sum + value, 0);
  const note = `${holders.length + lenders.length} processes, ${count} machines of a VPC`;
  return [atMost('what holds machines: memory (PSS)', 20, { value: megabytes, unit: 'MB', note })];
}

const pssOf = (pid: number): number =>
  Number(/^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
