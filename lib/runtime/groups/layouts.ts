/** What a machine's group bounds. */
export interface GroupSize {
  readonly ram_mib: number;
  readonly cpu: number;
}

/** What a control group accounts for, each by a controller of its own name. */
export type Controller = 'memory' | 'cpu' | 'cpuacct' | 'pids' | 'io' | 'blkio';

/** Whether groups do without this controller where it cannot be had: it only weighs what machines read and write. */
export const isExtra = (controller: string): boolean => controller === 'io' || controller === 'blkio';

/** One number or word in one file of a group. Without `optional`, a limit that cannot be written is missing. */
export interface Limit {
  readonly controller: Controller;
  readonly file: string;
  readonly value: string;
  readonly optional?: true;
}

/** The files of a version of control groups, and what is written to them and read from them. */
export interface Layout {
  readonly controllers: readonly Controller[];
  limits(size: GroupSize): readonly Limit[];
  /** Seconds of processor time of all that has been in the group. */
  cpuSeconds(read: Read): number;
  /** Bytes that its programs hold, without the files that the kernel keeps in memory for them. */
  memoryBytes(read: Read): number;
  /** How many of its processes the kernel has ended because it had no more memory. */
  killed(read: Read): number;
}

/** The text of a file of the group; it throws where there is none. */
export type Read = (controller: Controller, file: string) => string;

/** Microseconds in which a machine may have the time of its processors once. */
const PERIOD = 100_000;

/** Most processes and threads of one machine. `container` has the kernel count them in its user namespace as well. */
export const MAX_PROCESSES = 2048;

/** Room for the programs of the host that wait for a login's end: they are in the group before they enter. */
const ENTERING = 256;

const bytesOf = ({ ram_mib }: GroupSize): string => `${ram_mib * 1024 * 1024}`;
const processes: Limit = { controller: 'pids', file: 'pids.max', value: `${MAX_PROCESSES + ENTERING}` };

/** A number of a file whose lines are `name number`. */
function field(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

/**
 * Machines have processor time, and where disks are weighed the time of these, in proportion to their vCPUs where there
 * is not enough, and never more processor time than these.
 */
export const layouts: Readonly<Record<1 | 2, Layout>> = {
  1: {
    controllers: ['memory', 'cpu', 'cpuacct', 'pids', 'blkio'],
    limits: (size) => [
      // Memory and swap together, never less than memory. A kernel that does not count swap has no such file.
      { controller: 'memory', file: 'memory.memsw.limit_in_bytes', value: '-1', optional: true },
      { controller: 'memory', file: 'memory.limit_in_bytes', value: bytesOf(size) },
      { controller: 'memory', file: 'memory.memsw.limit_in_bytes', value: bytesOf(size), optional: true },
      { controller: 'cpu', file: 'cpu.cfs_period_us', value: `${PERIOD}` },
      { controller: 'cpu', file: 'cpu.cfs_quota_us', value: `${size.cpu * PERIOD}` },
      { controller: 'cpu', file: 'cpu.shares', value: `${Math.min(262_144, size.cpu * 1024)}`, optional: true },
      { controller: 'blkio', file: 'blkio.bfq.weight', value: `${Math.min(1000, size.cpu * 100)}`, optional: true },
      processes,
    ],
    cpuSeconds: (read) => Number(read('cpuacct', 'cpuacct.usage')) / 1e9,
    memoryBytes(read) {
      const stat = read('memory', 'memory.stat');
      const files = field(stat, 'total_cache') - field(stat, 'total_shmem');
      return Number(read('memory', 'memory.usage_in_bytes')) - files;
    },
    killed: (read) => field(read('memory', 'memory.oom_control'), 'oom_kill'),
  },
  2: {
    controllers: ['memory', 'cpu', 'pids', 'io'],
    limits: (size) => [
      { controller: 'memory', file: 'memory.max', value: bytesOf(size) },
      { controller: 'memory', file: 'memory.swap.max', value: '0', optional: true },
      { controller: 'cpu', file: 'cpu.max', value: `${size.cpu * PERIOD} ${PERIOD}` },
      { controller: 'cpu', file: 'cpu.weight', value: `${Math.min(10_000, size.cpu * 100)}`, optional: true },
      { controller: 'io', file: 'io.weight', value: `default ${Math.min(10_000, size.cpu * 100)}`, optional: true },
      processes,
    ],
    cpuSeconds: (read) => field(read('cpu', 'cpu.stat'), 'usage_usec') / 1e6,
    memoryBytes(read) {
      const stat = read('memory', 'memory.stat');
      return Number(read('memory', 'memory.current')) - field(stat, 'file') + field(stat, 'shmem');
    },
    killed: (read) => field(read('memory', 'memory.events'), 'oom_kill'),
  },
};
