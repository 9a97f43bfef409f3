import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Ground } from '#test/hostile/machines/ground.ts';
import type { Machine } from '#test/hostile/machines/machine.ts';
import { bytesReadBy, descendantsOf, processesWith } from '#test/lib/runtime/support/processes.ts';

/** MiB by which the runtime or the agent may grow during a call, whatever a guest has made. */
const MOST_MIB = 48;

/** Bytes that either may read itself during a call, which are verdicts, and more for each line that is echoed. */
const MOST_READ = { verdicts: 128 * 1024, echo: 256 };

/** The runtime process of the attacked host. */
function runtimeOf({ agent }: Pick<Ground, 'agent'>): number {
  const runtimes = processesWith('lib/runtime/main.ts');
  const [runtime] = descendantsOf(agent.pid).filter(({ pid }) => runtimes.includes(pid));
  return runtime?.pid ?? expect.fail('the runtime does not run');
}

/** The most memory that a process has held since it was last asked, in MiB. */
function peakOf(pid: number): number {
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  // Begins the count anew (proc_pid_clear_refs(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return Number(kib) / 1024;
}

/** An open terminal of a machine, at which every line that comes back is followed by another. */
class Terminal {
  echoes = 0;
  readonly #client: Awaited<ReturnType<Machine['ssh']['start']>>;

  private constructor(client: Awaited<ReturnType<Machine['ssh']['start']>>) {
    this.#client = client;
    client.stdin?.on('error', () => undefined);
    client.stdout?.on('data', (bytes: Buffer) => {
      if (!bytes.includes('\n')) return;
      this.echoes += 1;
      client.stdin?.write('a line\n');
    });
    client.stdin?.write('a line\n');
  }

  static async open(machine: Machine): Promise<Terminal> {
    const terminal = new Terminal(await machine.ssh.start(machine.login, ['-tt'], ['stty -echo; exec cat']));
    await expect.poll(() => terminal.echoes).toBeGreaterThan(3);
    return terminal;
  }

  close(): void {
    this.#client.kill();
  }
}

/**
 * Makes a call while a neighbour's terminal is open, and answers what it answers. The call may ask how many lines the
 * terminal has echoed meanwhile. Neither the runtime nor the agent may grow by more than a fixed amount, or read more
 * than verdicts (`reads`, in bytes) and what the terminal sends, and the terminal must echo afterwards.
 */
export async function besideTerminal<T>(
  ground: Ground,
  call: (echoes: () => number) => Promise<T>,
  reads = MOST_READ.verdicts,
): Promise<T> {
  const terminal = await Terminal.open(ground.neighbour);
  const watched = [runtimeOf(ground), ground.agent.pid];
  for (const pid of watched) peakOf(pid);
  const before = watched.map(peakOf);
  const readBefore = watched.map(bytesReadBy);
  try {
    const { echoes } = terminal;
    const answer = await call(() => terminal.echoes - echoes);
    const meanwhile = terminal.echoes - echoes;
    const grown = watched.map((pid, at) => peakOf(pid) - (before[at] ?? 0));
    expect(Math.max(...grown)).toBeLessThan(MOST_MIB);
    const read = watched.map((pid, at) => bytesReadBy(pid) - (readBefore[at] ?? 0));
    expect(Math.max(...read)).toBeLessThan(reads + MOST_READ.echo * (terminal.echoes - echoes));
    await expect.poll(() => terminal.echoes - echoes).toBeGreaterThan(meanwhile);
    return answer;
  } finally {
    terminal.close();
  }
}
