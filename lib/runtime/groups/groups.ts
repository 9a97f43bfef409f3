import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { checkId } from '#lib/runtime/system/files.ts';
import { reasonOf, run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';
import { joined } from './join.ts';
import { type Controller, type GroupSize, type Limit, layouts } from './layouts.ts';
import { type GroupPlace, MEMBERS, OWN_GROUP } from './place.ts';

/** The group of a machine that boots or runs. */
export interface MachineGroup {
  /** Files to which a process writes 0 before it enters the machine. */
  readonly joins: readonly string[];
  /** Processor time that it has used since it was made, and memory that it holds; null where nothing counts that. */
  cpuSeconds(): number | null;
  memoryMib(): number | null;
  /** How many of its processes were ended because it had no more memory; at its end, how many that were. */
  killed(): number;
  /** Removes it. Resolves once the last process has left it, or has not for long. */
  end(): Promise<void>;
}

/** Milliseconds between two attempts to remove a group that a process has not left yet, and how many are made. */
const RETRY = { ms: 50, most: 200 };

/** The group by which is found out what works. No machine has such an id. */
const TRIAL = '_trial';

/** How the kernel is asked for groups. */
export interface Kernel {
  make(folder: string): void;
  remove(folder: string): void;
}

const kernel: Kernel = { make: (folder) => void mkdirSync(folder), remove: rmdirSync };

/** The groups of one host's machines. */
export class MachineGroups {
  #place: GroupPlace;
  /** Where an earlier runtime may have left groups, also of controllers that do not work. */
  readonly #everywhere: readonly string[];
  readonly #log: (line: string) => void;
  readonly #kernel: Kernel;
  /** Those of machines that boot or run: no removal that was begun earlier touches them. */
  readonly #held = new Map<string, symbol>();
  readonly #removals = new Set<Promise<void>>();

  constructor(place: GroupPlace, log: (line: string) => void, asked = kernel) {
    this.#place = place;
    this.#everywhere = [...new Set(Object.values(place.folders))];
    this.#log = log;
    this.#kernel = asked;
  }

  /**
   * The controllers of which every limit can be set here, by a group that a process is moved into. Groups have these
   * alone from then on. Rejects where none can be made or entered.
   */
  async proven(): Promise<readonly Controller[]> {
    try {
      const failed = this.#set(TRIAL, { ram_mib: 64, cpu: 1 });
      const trial = await run(joined({ file: 'true', args: [], env: HOST_ENV, cwd: '/' }, this.#joins(TRIAL)));
      if (trial.code !== 0) throw new Error(reasonOf(trial));
      const { version, folders } = this.#place;
      const working = layouts[version].controllers.filter((one) => folders[one] && !failed.has(one));
      this.#place = { version, folders: Object.fromEntries(working.map((one) => [one, folders[one]])) };
      return working;
    } finally {
      await this.#removeSoon(TRIAL);
    }
  }

  /** Removes what earlier runs have left. Its processes have ended, or are about to. */
  sweep(): void {
    const entries = this.#everywhere.flatMap((folder) => readdirSync(folder, { withFileTypes: true }));
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    for (const name of new Set(names)) if (name !== OWN_GROUP) void this.#removeSoon(name);
  }

  /** Makes the group of a machine that is about to boot. Throws where its limits cannot be set. */
  make(machine: string, size: GroupSize): MachineGroup {
    const name = checkId(machine, 'machine');
    const held = Symbol(name);
    this.#held.set(name, held);
    let last: number | null = null;
    const end = async () => {
      if (this.#held.get(name) !== held) return;
      last = killed();
      this.#held.delete(name);
      await this.#removeSoon(name);
    };
    const layout = layouts[this.#place.version];
    const ask = (what: 'cpuSeconds' | 'memoryBytes' | 'killed') => this.#ask(name, layout[what]);
    let before = 0;
    const killed = () => last ?? Math.max(0, (ask('killed') ?? before) - before);
    try {
      const failed = this.#set(name, size);
      if (failed.size > 0) throw new Error(`limits of machine ${name} could not be set: ${[...failed].join(', ')}`);
    } catch (error) {
      void end();
      throw error;
    }
    // One of an earlier boot that could not be removed yet has counted.
    before = ask('killed') ?? 0;
    return {
      joins: this.#joins(name),
      cpuSeconds: () => ask('cpuSeconds'),
      memoryMib() {
        const bytes = ask('memoryBytes');
        return bytes === null ? null : Math.max(0, bytes) / 1024 / 1024;
      },
      killed,
      end,
    };
  }

  /** Resolves when what was being removed is gone, or will not go. */
  async settled(): Promise<void> {
    await Promise.all(this.#removals);
  }

  #folders(): string[] {
    return [...new Set(Object.values(this.#place.folders))];
  }

  #joins(name: string): string[] {
    return this.#folders().map((folder) => join(folder, name, MEMBERS));
  }

  /** Makes a group with these limits, and answers the controllers of which one could not be set. */
  #set(name: string, size: GroupSize): Set<Controller> {
    // One of an earlier boot may be there, whose last process is about to leave it.
    this.#remove(name);
    for (const folder of this.#folders()) {
      try {
        this.#kernel.make(join(folder, name));
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
    }
    const limits = layouts[this.#place.version].limits(size);
    const refused = limits.filter((limit) => !this.#write(name, limit) && !limit.optional);
    return new Set(refused.map(({ controller }) => controller));
  }

  /** False where a limit cannot be set. The kernel has made the files that there are. */
  #write(name: string, { controller, file, value }: Limit): boolean {
    const folder = this.#place.folders[controller];
    if (!folder) return true;
    try {
      writeFileSync(join(folder, name, file), value, { flag: 'r+' });
      return true;
    } catch {
      return false;
    }
  }

  #ask(name: string, what: (read: (controller: Controller, file: string) => string) => number): number | null {
    const folders = this.#place.folders;
    try {
      return what((controller, file) => readFileSync(join(folders[controller] ?? '', name, file), 'latin1'));
    } catch {
      return null;
    }
  }

  #removeSoon(name: string): Promise<void> {
    const removal = this.#removeInTime(name).finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
    return removal;
  }

  async #removeInTime(name: string): Promise<void> {
    for (let attempt = 1; !this.#held.has(name); attempt += 1) {
      const failure = this.#remove(name);
      if (failure === null) return;
      if (attempt === RETRY.most) return this.#log(`a control group could not be removed: ${failure.message}`);
      await wait(RETRY.ms);
    }
  }

  #remove(name: string): Error | null {
    let failure: Error | null = null;
    for (const folder of this.#everywhere) {
      try {
        this.#kernel.remove(join(folder, name));
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) failure = error as Error;
      }
    }
    return failure;
  }
}
