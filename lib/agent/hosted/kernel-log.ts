import { closeSync, constants, openSync, readSync } from 'node:fs';
import { hasCode } from '#lib/runtime/system/errors.ts';

const DEVICE = '/dev/kmsg';
/** A record of the kernel's log is no longer (dev-kmsg of the kernel's documentation), and it has no more of them. */
const RECORD_BYTES = 8192;
const MOST_RECORDS = 100_000;
/** Names that are kept of a machine, the last ones. */
const NAMES = 5;
/** Machines of other platforms are named there too, and nobody asks for them. */
const MOST_MACHINES = 1000;

/** What the kernel writes of a process that it ends for lack of memory. The last folder of its group is the machine. */
const ENDED =
  /^[^;]{0,64};oom-kill:.{0,4096}\btask_memcg=\/(?:[^,/]{1,255}\/){0,16}([A-Za-z0-9._-]{1,101}),task=(.{0,64}),pid=/;

/** The machine and the program of a record that says so; undefined of any other. */
export function endedIn(record: string): { machine: string; program: string } | undefined {
  const [, machine = '', program = ''] = ENDED.exec(record.split('\n', 1)[0] ?? '') ?? [];
  return program === '' ? undefined : { machine, program: program.replace(/[^\x20-\x7e]/g, '?') };
}

/** The kernel's log, as far as it names processes that were ended for lack of memory. Only root can read it. */
export class KernelLog {
  #descriptor: number | null = null;
  readonly #names = new Map<string, string[]>();

  /** The last programs of a machine that were ended since it was last asked for; none where the log cannot be read. */
  ended(machine: string, atMost: number): string[] {
    try {
      this.#read();
    } catch {
      this.close();
    }
    const names = this.#names.get(machine) ?? [];
    this.#names.delete(machine);
    return names.slice(-Math.min(atMost, NAMES));
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    this.#names.clear();
  }

  #read(): void {
    this.#descriptor ??= openSync(DEVICE, constants.O_RDONLY | constants.O_NONBLOCK);
    const buffer = Buffer.alloc(RECORD_BYTES);
    for (let count = 0; count < MOST_RECORDS; count += 1) {
      const length = readRecord(this.#descriptor, buffer);
      if (length === null) return;
      const found = endedIn(buffer.toString('latin1', 0, length));
      if (!found) continue;
      if (this.#names.size > MOST_MACHINES) this.#names.clear();
      const names = this.#names.get(found.machine) ?? [];
      this.#names.set(found.machine, [...names, found.program].slice(-NAMES));
    }
  }
}

/** Bytes of the next record; none of one that was overwritten meanwhile, and null after the last. */
function readRecord(descriptor: number, buffer: Buffer): number | null {
  try {
    return readSync(descriptor, buffer);
  } catch (error) {
    if (hasCode(error, 'EAGAIN')) return null;
    if (hasCode(error, 'EPIPE')) return 0;
    throw error;
  }
}
