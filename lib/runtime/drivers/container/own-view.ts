import { survey } from '#lib/runtime/launcher/launcher.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';
import { type Door, doorSettings } from './enter.ts';

/** Where lxcfs(1), a file system of the host's, shows a process what its control group has. */
const LXCFS = '/var/lib/lxcfs/proc';
/** What it shows of a machine, in the place of the host's: memory and swap, and how long it has been up. */
const FILES = ['meminfo', 'swaps', 'uptime'];

const MIB = 1024 * 1024;

/** It may stand still as well as end. What reads it does so in a program with little time. */
const LOOK = { memory: 256 * MIB, processor_s: 5, time_ms: 10_000, output: 4096 };

/** One lxcfs that answers, by the device number of its mount; null where there is none. */
async function answering(): Promise<string | null> {
  const look = 'stat -c %d "$1" && head -c 1 "$1" >/dev/null';
  const args = ['-c', look, 'sh', `${LXCFS}/meminfo`];
  const verdict = await run({ file: '/bin/sh', args, env: HOST_ENV, cwd: '/' }, { bounds: LOOK });
  return verdict.code === 0 ? verdict.stdout.trim() : null;
}

/** Shows machines their own memory and age by lxcfs, where it runs. One that has ended is taken away from them. */
export class OwnView {
  /** Machines that it is shown in, with the lxcfs that it was. */
  readonly #shown = new Map<Door, string>();
  #lxcfs: string | null = null;

  /** Shows it anew in a machine that was taken over: the one that an earlier runtime has shown may have ended. */
  async showAnew(door: Door, ended: Promise<unknown>): Promise<void> {
    await survey('hide', doorSettings(door), { bounds: LOOK }).catch(ignore);
    await this.show(door, ended);
  }

  /** Shows it in a machine that has a control group, before any login. Leaves the machine as it is where it cannot. */
  async show(door: Door, ended: Promise<unknown>): Promise<void> {
    if (this.#shown.size === 0) this.#lxcfs = await answering();
    const lxcfs = this.#lxcfs;
    if (lxcfs === null) return;
    // Before the answer: what has been laid over must be taken away, whatever became of this program.
    this.#shown.set(door, lxcfs);
    void ended.then(() => this.#shown.delete(door));
    await survey('show', { ...doorSettings(door), from: LXCFS, name: FILES }, { bounds: LOOK }).catch(ignore);
  }

  /** Looks whether it still is the lxcfs that machines have, and answers. */
  async look(): Promise<void> {
    if (this.#shown.size === 0) return;
    this.#lxcfs = await answering();
    for (const [door, lxcfs] of this.#shown) {
      if (lxcfs === this.#lxcfs) continue;
      this.#shown.delete(door);
      await survey('hide', doorSettings(door), { bounds: LOOK }).catch(ignore);
    }
  }
}
