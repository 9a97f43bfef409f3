import { setTimeout as wait } from 'node:timers/promises';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { driverHome } from '#test/lib/runtime/support/driver-home.ts';
import { machineSpec } from '#test/lib/runtime/support/machine-spec.ts';
import { type ClientKey, type Login, OpenSsh } from '#test/lib/runtime/support/openssh.ts';
import { atLeast, atMost, type Line, skipped } from './line.ts';
import { median, timed } from './statistics.ts';

const shares = 'CPU time of a busy machine of 4 vCPUs against one of 1';
const beside = (what: string, hog: string) => `${what} beside a ${hog} against beside an idle machine`;

/** Each takes what it can of its machine, until it is killed. */
const hogs = {
  'hog of processors': 'for i in 1 2 3 4; do while :; do :; done & done; wait',
  'hog of memory': `while :; do perl -e '$x = "x" x (900 << 20)'; done`,
  'fork bomb': `perl -e 'while (1) { defined(my $p = fork) or select(undef, undef, undef, 0.01); }'`,
  'hog of disks': 'while :; do dd if=/dev/zero of=hog bs=1M count=64 conv=fsync 2>/dev/null; cat hog >/dev/null; done',
} as const;

const rounds = 9;
const seconds = 10;

interface Bench {
  readonly driver: ComputeDriver;
  readonly ssh: OpenSsh;
  readonly key: ClientKey;
}

/** What machines get of a host that is busy: in proportion to their vCPUs, and beside hogs of each kind. */
export async function benchLimits(): Promise<Line[]> {
  const home = await driverHome();
  const ssh = await OpenSsh.open();
  try {
    const driver = await home.open('container');
    try {
      if (!driver.capabilities().includes('cpu_limit')) return [skipped(shares, '≥ 3', 'no control groups')];
      const bench = { driver, ssh, key: await ssh.makeKey('bench') };
      return [await sharesOf(bench), ...(await neighboursOf(bench))];
    } finally {
      await driver.close();
    }
  } catch (error) {
    if (error instanceof DriverError && error.code === 'UNSUPPORTED') return [skipped(shares, '≥ 3', error.message)];
    throw error;
  } finally {
    await ssh.close();
    await home.remove();
  }
}

async function machine({ driver, key }: Bench, cpu: number): Promise<Login> {
  const image = driver.images().find(({ available }) => available)?.id ?? '';
  const spec = await machineSpec(image, { authorized_keys: [key.line], cpu });
  const { host_key } = await driver.create(spec);
  return { spec, key, hostKey: host_key };
}

async function sharesOf(bench: Bench): Promise<Line> {
  const logins = [await machine(bench, 1), await machine(bench, 4)];
  const clients = await Promise.all(logins.map((login) => bench.ssh.start(login, [], [hogs['hog of processors']])));
  const used = async () => {
    const samples = await bench.driver.samples();
    return logins.map(({ spec }) => samples.find(({ id }) => id === spec.id)?.cpu_seconds ?? 0);
  };
  while (Math.min(...(await used())) < 1) await wait(200);
  const before = await used();
  await wait(seconds * 1000);
  const [one = 0, four = 0] = (await used()).map((now, at) => now - (before[at] ?? 0));
  for (const client of clients) client.kill();
  for (const { spec } of logins) await bench.driver.destroy(spec.id);
  return atLeast(shares, 3, { value: four / one, note: `${one.toFixed(2)} s and ${four.toFixed(2)} s` });
}

async function neighboursOf(bench: Bench): Promise<Line[]> {
  const [hog, neighbour] = [await machine(bench, 1), await machine(bench, 1)];
  const measured = {
    'a command by SSH': () => timed(() => bench.ssh.run(neighbour, 'true')),
    'a launch': async () => {
      const launched: Login[] = [];
      const milliseconds = await timed(async () => launched.push(await machine(bench, 1)));
      for (const { spec } of launched) await bench.driver.destroy(spec.id);
      return milliseconds;
    },
  };
  const medians = async () => {
    const found: Record<string, number> = {};
    for (const [what, time] of Object.entries(measured)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await time());
      found[what] = median(times);
    }
    return found;
  };
  await medians();
  const idle = await medians();
  const lines: Line[] = [];
  for (const [name, takes] of Object.entries(hogs)) {
    const client = await bench.ssh.start(hog, [], [takes]);
    await wait(1000);
    for (const [what, busy] of Object.entries(await medians())) {
      const calm = idle[what] ?? 0;
      const note = `${busy.toFixed(0)} ms and ${calm.toFixed(0)} ms`;
      lines.push(atMost(beside(what, name), 3, { value: busy / calm, note }));
    }
    client.kill();
    await bench.driver.reboot(hog.spec, { grace_ms: 0, force: true });
  }
  for (const { spec } of [hog, neighbour]) await bench.driver.destroy(spec.id);
  return lines;
}
