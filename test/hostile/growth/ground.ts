import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { Machine } from '#test/hostile/machines/machine.ts';
import { AgentFolder, type DriverChild } from '#test/lib/runtime/support/driver-child.ts';
import { machineSpec } from '#test/lib/runtime/support/machine-spec.ts';
import { OpenSsh } from '#test/lib/runtime/support/openssh.ts';
import { alive, bytesReadBy, descendantsOf, processesWith } from '#test/lib/runtime/support/processes.ts';

/**
 * By how much a call may raise the memory of the runtime or of the agent, in KiB, whatever a guest has made. Calls take
 * less than one MiB; the rest is what a collection of the heap may come late.
 */
const MOST_KIB = 8 * 1024;

/** Bytes that either may read itself during a call, which are verdicts, and more for each line that is echoed. */
const MOST_READ = { verdicts: 128 * 1024, echo: 256 };

/** A host with the machines of an attacker, and a neighbour whose terminal is open. */
export interface GrowthGround {
  readonly driver: DriverChild['driver'];
  /** Where the host keeps its machines. */
  readonly state: string;
  /** A machine of the attacker's. */
  boot(change?: Partial<MachineSpec>): Promise<Machine>;
  /**
   * Performs a call of the host. The neighbour's terminal must echo meanwhile and afterwards, and neither the runtime
   * nor the agent may take more memory for it, or read more, than any call may.
   */
  calm<T>(call: () => Promise<T>): Promise<T>;
  /** Kills the agent, does something meanwhile, and starts another. The neighbour's terminal is opened again. */
  restart(meanwhile: (state: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** Opens one with the driver's machines. */
export async function openGrowthGround(kind: 'container' = 'container'): Promise<GrowthGround> {
  const folder = await AgentFolder.open(false);
  const ssh = await OpenSsh.open();
  const key = await ssh.makeKey('laptop');
  let agent = folder.start(kind);
  const image = (await agent.driver.images()).find(({ available }) => available)?.id ?? '';
  const boot = async (change?: Partial<MachineSpec>) => {
    const spec = await machineSpec(image, { authorized_keys: [key.line], ...change });
    const { host_key } = await agent.driver.create(spec);
    return new Machine({ spec, key, hostKey: host_key }, ssh);
  };
  const neighbour = await boot({ vpc: { id: 'vpc-two', cidr: '10.20.0.0/20', gateway: '10.20.0.1' } });
  let terminal = await openTerminal(neighbour);
  return {
    get driver() {
      return agent.driver;
    },
    get state() {
      return folder.state(kind);
    },
    boot,
    async calm(call) {
      const watched = processesOf(agent);
      const peaks = watched.map(watchPeak);
      const before = watched.map(bytesReadBy);
      let echoes = 0;
      let ended = false;
      const result = call().finally(() => {
        ended = true;
      });
      result.catch(() => undefined);
      do {
        await terminal.echo();
        echoes += 1;
      } while (!ended);
      for (const raised of peaks) expect(raised()).toBeLessThan(MOST_KIB);
      const read = watched.map((pid, at) => bytesReadBy(pid) - (before[at] ?? 0));
      expect(Math.max(...read)).toBeLessThan(MOST_READ.verdicts + MOST_READ.echo * echoes);
      return result;
    },
    async restart(meanwhile) {
      const family = descendantsOf(agent.pid);
      await agent.kill();
      await folder.endMachines();
      await expect.poll(() => alive(family)).toEqual([]);
      meanwhile(folder.state(kind));
      agent = folder.start(kind);
      await agent.driver.start(neighbour.spec);
      terminal = await openTerminal(neighbour);
    },
    async close() {
      await agent.driver.close().catch(() => undefined);
      await agent.kill();
      await folder.remove();
      await ssh.close();
    },
  };
}

/** The agent and its runtime. */
function processesOf({ pid }: DriverChild): readonly number[] {
  const runtimes = new Set(processesWith('lib/runtime/main.ts'));
  const found = descendantsOf(pid).flatMap((mark) => (runtimes.has(mark.pid) ? [mark.pid] : []));
  expect(found).toHaveLength(1);
  return [pid, ...found];
}

/** From now on; the answer tells by how many KiB the process's memory has been above what it is now. */
function watchPeak(pid: number): () => number {
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  // The peak is what it is now (proc(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = field('VmRSS');
  return () => field('VmHWM') - before;
}

/** A terminal of a machine that stays open. */
interface Terminal {
  /** Sends a line, and resolves when the machine has sent it back. */
  echo(): Promise<void>;
}

/** The guest takes its time, so that the echoes alone do not fill the heap of the runtime, through which they go. */
const slowEcho = 'while read -r line; do sleep 0.02; echo "$line"; done';

async function openTerminal(machine: Machine): Promise<Terminal> {
  const client: ChildProcess = await machine.ssh.start(machine.login, ['-tt'], [`stty -echo; echo ready; ${slowEcho}`]);
  let seen = '';
  let heard = () => undefined as undefined;
  client.stdout?.setEncoding('utf8').on('data', (text: string) => {
    seen = (seen + text).slice(-1000);
    heard();
  });
  client.once('exit', () => {
    seen = 'ended';
    heard();
  });
  const until = (line: string) =>
    new Promise<void>((resolve, reject) => {
      heard = () => {
        if (seen.includes(`${line}\r\n`)) resolve();
        if (seen === 'ended') reject(new Error("the neighbour's terminal ended"));
      };
      heard();
    });
  await until('ready');
  let count = 0;
  return {
    async echo() {
      count += 1;
      client.stdin?.write(`echo ${count}\n`);
      await until(`echo ${count}`);
    },
  };
}
