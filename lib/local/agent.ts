import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as timer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { endLeftMachines } from '#lib/agent/hosted/left.ts';
import type { AgentAnswer } from '#lib/model/compute/agent-control.ts';
import { type AgentRun, ask, NEVER_HERE, runAgent } from './agent-run.ts';
import type { Log } from './log.ts';
import { StartError } from './start-error.ts';

/** The host agent, kept running. */
export interface SupervisedAgent {
  /**
   * Rejects with StartError when the agent reports (exit status 78, EX_CONFIG) that it can never run here; otherwise
   * never settles.
   */
  readonly refused: Promise<never>;
  /**
   * Has the agent end all work and let go of all files, `gently` shutting down its machines first. It is killed where
   * that takes too long, and not started again before `resume`. Answers the instances whose machines were stopped.
   */
  pause(gently: boolean): Promise<readonly string[]>;
  /** Settles once an agent is at work: what does not run yet is not shown as running. */
  readonly opened: Promise<void>;
  /** Its compute driver; undefined before it has opened one. */
  driver(): string | undefined;
  /** Has it go on, in this generation of the state. Settles once its host is there for instances again. */
  resume(generation: string): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
  /** Called with the process id at every start, so that the agent of a killed platform can be found. */
  onStart(pid: number): void;
  /** Has the control plane know the host; called before the agent goes on with another state. */
  enrol?(): Promise<void>;
  /** Resolves once no call of the agent is at work. */
  settled?(): Promise<void>;
  /** Called with every agent that was started, to speak with it. */
  attach?(agent: ChildProcess): void;
  readonly program: string;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
const STABLE_AFTER_MS = 5_000;
const STOP_WITHIN_MS = 10_000;
/** Longer than machines get to shut down. */
const PAUSE_WITHIN_MS = 15_000;
const RESUME_WITHIN_MS = 30_000;
const POLL_MS = 20;

/**
 * Starts the host agent, and restarts it whenever it dies, with growing pauses while it keeps dying at once. The agent
 * notices by the closing of its IPC channel and standard input that this process has ended. Its machines outlive both
 * where this one was killed.
 */
export function superviseAgent({ env, log, onStart, enrol, settled, attach, program }: Options): SupervisedAgent {
  const stopped = new AbortController();
  let run: AgentRun | undefined;
  let paused: PromiseWithResolvers<void> | undefined;
  const opening = new Opening();
  /** Runs it once, and waits before the next time. Answers for how long. */
  const runOnce = async (before: number): Promise<number> => {
    run = runAgent(program, env, log);
    onStart(run.pid);
    attach?.(run.child);
    run.child.on('message', opening.hear);
    const { status, lastWords, lastedMs } = await run.ended;
    if (stopped.signal.aborted) return 0;
    if (status === NEVER_HERE) throw new StartError(lastWords || 'the host agent cannot run here');
    const pause = nextPause(before, lastedMs);
    log.warn(`the host agent ended (${status}); starting it again in ${pause} ms`);
    await setTimeout(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
    return pause;
  };
  const keepRunning = async () => {
    let pause = 0;
    while (!stopped.signal.aborted) {
      if (paused) await paused.promise;
      else pause = await runOnce(pause);
    }
  };
  const running = keepRunning();
  endWithThis(() => run, running);
  return {
    refused: refusalOf(running),
    opened: opening.done,
    driver: () => opening.driver,
    async pause(gently) {
      paused ??= Promise.withResolvers();
      const machines = await pauseRun(run, gently, env);
      await settled?.();
      return machines;
    },
    async resume(generation) {
      await enrol?.();
      paused?.resolve();
      paused = undefined;
      await untilResumed(() => run, generation, stopped.signal);
    },
    async stop() {
      stopped.abort();
      paused?.resolve();
      await endRun(run, running, env);
    },
  };
}

/** Rejects as `running` does, and never settles otherwise. */
function refusalOf(running: Promise<void>): Promise<never> {
  const { promise: refused, reject } = Promise.withResolvers<never>();
  running.catch(reject);
  refused.catch(() => undefined);
  return refused;
}

/** Has the agent end in order also where this process ends at once. */
function endWithThis(run: () => AgentRun | undefined, running: Promise<void>): void {
  const leave = () => void run()?.child.kill('SIGTERM');
  process.once('exit', leave);
  void running.catch(() => undefined).then(() => process.off('exit', leave));
}

/** Ends the machines of an agent that had to be killed. */
async function endLeft({ SVC_DATA_DIR: dataDir }: Options['env']): Promise<void> {
  if (dataDir !== undefined) await endLeftMachines(join(dataDir, 'machines'));
}

/** Pauses a run, or ends it where it does not answer in time. Answers the machines that it shut down. */
async function pauseRun(run: AgentRun | undefined, gently: boolean, env: Options['env']): Promise<readonly string[]> {
  const answer = run && (await ask(run, { do: 'pause', gently }, PAUSE_WITHIN_MS));
  if (answer?.did === 'pause') return answer.stopped;
  run?.child.kill('SIGKILL');
  await run?.ended;
  await endLeft(env);
  return [];
}

/** Ends the last run, by force where it takes too long, and settles once no other follows. */
async function endRun(run: AgentRun | undefined, running: Promise<void>, env: Options['env']): Promise<void> {
  run?.child.kill('SIGTERM');
  const force = timer(() => run?.child.kill('SIGKILL'), STOP_WITHIN_MS);
  await running.catch(() => undefined);
  clearTimeout(force);
  await endLeft(env);
}

/** What agents say when they are at work. */
class Opening {
  driver: string | undefined;
  readonly #opened = Promise.withResolvers<void>();
  readonly done = this.#opened.promise;

  readonly hear = (answer: AgentAnswer): void => {
    if (answer.did !== 'open') return;
    this.driver = answer.driver;
    this.#opened.resolve();
  };
}

/** Asks whatever run there is, since one that cannot go on is followed by another. */
async function untilResumed(run: () => AgentRun | undefined, generation: string, stopped: AbortSignal): Promise<void> {
  const deadline = performance.now() + RESUME_WITHIN_MS;
  for (let rest = RESUME_WITHIN_MS; rest > 0 && !stopped.aborted; rest = deadline - performance.now()) {
    const one = run();
    if (one && (await ask(one, { do: 'resume', generation }, rest))) return;
    await setTimeout(POLL_MS);
  }
}

function nextPause(pause: number, lastedMs: number): number {
  return lastedMs > STABLE_AFTER_MS ? FIRST_DELAY_MS : Math.min(Math.max(pause * 2, FIRST_DELAY_MS), LONGEST_DELAY_MS);
}
