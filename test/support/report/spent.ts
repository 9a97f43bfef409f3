// biome-ignore-all lint/plugin: the report is of processor time
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick of the kernel's clock, in which /proc counts: on every Linux that Node runs on. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that this process has taken, with all that it has started. Where there is no /proc,
 * without those.
 */
export function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + ofChildren(process.pid);
}

/** What the children of a process have taken: those that it has waited for, and those that live. */
function ofChildren(pid: number): number {
  const { reaped } = ticksOf(pid);
  return (
    reaped * TICK_MS + living(pid).reduce((sum, child) => sum + ticksOf(child).own * TICK_MS + ofChildren(child), 0)
  );
}

/** The processor time of a process, and of the children that it has waited for. */
function ticksOf(pid: number): { own: number; reaped: number } {
  const text = readIf(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
  // The name of the program, in parentheses, may contain anything.
  const [user = 0, system = 0, userOfChildren = 0, systemOfChildren = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return { own: user + system, reaped: userOfChildren + systemOfChildren };
}

function living(pid: number): number[] {
  const threads = readIf(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return threads.flatMap((thread) =>
    (readIf(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')) ?? '')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

/** What a file of /proc says; undefined when its process has ended meanwhile. */
function readIf<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
