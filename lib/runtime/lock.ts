import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DriverError } from './driver.ts';
import { isAlive, markOf, type ProcessMark, signalProcess } from './system/processes.ts';

/** The lock of a state folder. Only one runtime holds it. */
export interface Lock {
  release(): Promise<void>;
}

interface Holder {
  readonly runtime: ProcessMark;
  readonly agent: ProcessMark;
}

/** Milliseconds in which a runtime hears that its agent is gone, and ends; and between two looks. */
const HEARS_WITHIN_MS = 10_000;
const LOOK_MS = 10;

const fileIn = (state: string): string => join(state, 'runtime.json');

/** Refuses with UNSUPPORTED where an agent that is alive, and is not `agent`, has a runtime in a state folder. */
export async function requireFree(state: string, agent: number): Promise<void> {
  const holder = await readHolder(fileIn(state));
  if (holder && holder.agent.pid !== agent && isAlive(holder.runtime)) refuseOther(holder);
}

function refuseOther({ agent }: Holder): void {
  if (!isAlive(agent)) return;
  throw new DriverError('UNSUPPORTED', `another host agent (pid ${agent.pid}) already uses this data folder`);
}

/**
 * Waits until a runtime has ended whose agent is gone: it hears of that, and ends machines that do not outlive it. Ends
 * one that does not hear. False where an agent that is alive has it. The record is that user's whose machines they are,
 * so it speaks of no process of another.
 */
export async function endForsaken(state: string): Promise<boolean> {
  const holder = await readHolder(fileIn(state));
  if (!holder || !isAlive(holder.runtime)) return true;
  const [folder, runtime] = await Promise.all([state, `/proc/${holder.runtime.pid}`].map((path) => stat(path)));
  if (folder?.uid !== runtime?.uid) return true;
  if (isAlive(holder.agent)) return false;
  await untilEnded(holder.runtime, HEARS_WITHIN_MS);
  await endRuntime(holder.runtime);
  return true;
}

/**
 * Takes the lock of a state folder. Ends the runtime of an agent that is gone, and refuses while another agent is
 * alive.
 */
export async function takeLock(state: string): Promise<Lock> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  const file = fileIn(state);
  const holder = await readHolder(file);
  if (holder && isAlive(holder.runtime)) {
    refuseOther(holder);
    await endRuntime(holder.runtime);
  }
  const [runtime, agent] = [markOf(process.pid), markOf(process.ppid)];
  if (!runtime || !agent) throw new DriverError('CLOSED', 'the agent is gone');
  await writeFile(file, JSON.stringify({ runtime, agent } satisfies Holder), { mode: 0o600 });
  return { release: () => rm(file, { force: true }) };
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    const { runtime, agent } = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    return Number.isInteger(runtime?.pid) && Number.isInteger(agent?.pid) ? ({ runtime, agent } as Holder) : null;
  } catch {
    // There is no lock, or a crash cut its writing short. In that case its writer has ended.
    return null;
  }
}

/** Ends a runtime. The next one finds what it ran. */
async function endRuntime(runtime: ProcessMark): Promise<void> {
  if (isAlive(runtime)) signalProcess(runtime.pid, 'SIGKILL');
  await untilEnded(runtime, 2000);
}

async function untilEnded(runtime: ProcessMark, ms: number): Promise<void> {
  for (let waited = 0; waited < ms && isAlive(runtime); waited += LOOK_MS) await wait(LOOK_MS);
}
