import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { signalProcess } from '#lib/runtime/system/processes.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

/** Variable that marks a process as a machine's; its value starts with the machine's folder. */
export const MARK = 'SVC_MACHINE';

interface Found {
  readonly pid: number;
  readonly parent: number;
  /** The folder of its mark; empty without a mark. */
  readonly mark: string;
}

/** Pids of the processes that are marked with a folder, or with a folder below it, and of their descendants. */
export const membersOf = (folder: string): number[] => membersIn(scan(), folder);

/** Answers the same pids for several folders, from one scan. */
export function membersOfEach(folders: readonly string[]): number[][] {
  const found = scan();
  return folders.map((folder) => membersIn(found, folder));
}

const scan = (): Found[] => (process.platform === 'linux' ? scanProc() : scanPs());

function membersIn(found: readonly Found[], folder: string): number[] {
  const isMarked = ({ mark }: Found) => mark === folder || mark.startsWith(`${folder}/`);
  const members = new Set(found.filter(isMarked).map(({ pid }) => pid));
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const { pid, parent } of found) if (members.has(parent)) members.add(pid);
  }
  members.delete(process.pid);
  return [...members];
}

/** Signals every one of them, except `spare`. Answers how many there were. */
export function signalMembers(folder: string, signal: NodeJS.Signals, spare: number | null = null): number {
  const members = membersOf(folder).filter((pid) => pid !== spare);
  for (const pid of members) signalProcess(pid, signal);
  return members.length;
}

/** Kills all of them, and the processes that they start meanwhile. */
export function killMembers(folder: string): void {
  for (let round = 0; round < 50 && signalMembers(folder, 'SIGKILL') > 0; round += 1);
}

function scanProc(): Found[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
}

function readProcess(pid: number): Found[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return [];
    return [{ pid, parent: Number(parent), mark: markIn(readEnvironment(pid).split('\0')) }];
  } catch {
    // It ended during the scan.
    return [];
  }
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    // A process of another user: not part of a machine.
    return '';
  }
}

function scanPs(): Found[] {
  const { stdout } = spawnSync('ps', ['axeww', '-o', 'pid=,ppid=,command='], { env: HOST_ENV, encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, ...words] = line.trim().split(/\s+/);
    return pid ? [{ pid: Number(pid), parent: Number(parent), mark: markIn(words) }] : [];
  });
}

function markIn(environment: readonly string[]): string {
  const entry = environment.find((text) => text.startsWith(`${MARK}=`));
  return entry?.slice(MARK.length + 1) ?? '';
}
