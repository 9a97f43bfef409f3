import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { MAX_PROCESSES } from '#lib/runtime/groups/layouts.ts';
import { openFilesAllowed, readNumber } from '#lib/runtime/system/open-files.ts';

/**
 * Most open files of one process in a machine: half of this process's limit. Machines that share a range of ids are one
 * uid to the kernel. It counts descriptors that are being passed through sockets by uid, and refuses more to a process
 * over its own limit. So machines are refused before the runtime, which passes sockets too.
 */
const MAX_FILES = Math.floor(openFilesAllowed() / 2);

/**
 * What the kernel counts by uid and namespace is counted for the runtime's uid too, whatever ids machines have. One
 * machine may use this fraction of it.
 */
const SHARE = 8;

/** Resources of setrlimit(2) by their numbers, the same on every architecture that the launcher knows. */
const RLIMITS = { nproc: 6, nofile: 7, sigpending: 11, msgqueue: 12 };

/**
 * Limits of a process in a machine, as `resource:limit`. They are set behind the lock, because only there are processes
 * counted for each machine.
 */
export const PROCESS_LIMITS: readonly string[] = [
  `${RLIMITS.nproc}:${MAX_PROCESSES}`,
  `${RLIMITS.nofile}:${MAX_FILES}`,
  `${RLIMITS.sigpending}:${MAX_PROCESSES}`,
  // Bytes: Linux allows a user 819200.
  `${RLIMITS.msgqueue}:${819_200 / SHARE}`,
];

/**
 * Limits of a machine's user namespace (/proc/sys/user, namespaces(7), inotify(7)), as `name:limit`. With a cgroup
 * namespace the machine could mount the host's cgroups, so it gets none. Of user, mount, pid, network, IPC and UTS
 * namespaces it gets as many as sandboxes and containers in it need.
 */
export const NAMESPACE_LIMITS: readonly string[] = Object.entries({
  cgroup_namespaces: 0,
  time_namespaces: 0,
  fanotify_groups: 0,
  fanotify_marks: 0,
  user_namespaces: 64,
  mnt_namespaces: 64,
  pid_namespaces: 64,
  net_namespaces: 16,
  ipc_namespaces: 16,
  uts_namespaces: 16,
  inotify_instances: Math.ceil(readNumber('/proc/sys/fs/inotify/max_user_instances', 128) / SHARE),
  inotify_watches: Math.ceil(readNumber('/proc/sys/fs/inotify/max_user_watches', 8192) / SHARE),
}).map(([name, limit]) => `${name}:${limit}`);

/** Capability words for the limits. A machine can undo the default `cpu_affinity`. */
export const LIMIT_WORDS: readonly string[] = ['process_limit', 'cpu_affinity'];

/** Picks `cpus` of the host's processors for a machine, by number. None when it asks for all of them, or more. */
export function pickCpus(cpus: number, host = availableParallelism()): readonly string[] {
  if (cpus >= host) return [];
  const first = randomInt(host);
  return [Array.from({ length: cpus }, (_, index) => (first + index) % host).join(',')];
}
