import type { ChildProcess } from 'node:child_process';
import { setTimeout as timer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import type { AgentAnswer, AgentRequest } from '#lib/model/compute/agent-control.ts';
import { readLines } from '#lib/runtime/system/streams.ts';
import { spawnAgent, takeAhead } from './agent-process.mjs';
import type { Log } from './log.ts';

/** The exit status by which the agent says that it can never run here (EX_CONFIG). */
export const NEVER_HERE = 78;

/** One run of the host agent's program. */
export interface AgentRun {
  readonly child: ChildProcess;
  /** Its process id; 0 where it could not be started. */
  readonly pid: number;
  /** `status` is the exit status or the signal's name; `lastWords` is the last line on standard error. */
  readonly ended: Promise<{ status: number | string; lastWords: string; lastedMs: number }>;
}

/** Runs the agent's program. What it writes goes to the log. */
export function runAgent(program: string, env: Readonly<Record<string, string>>, log: Log): AgentRun {
  const startedAt = performance.now();
  const child = takeAhead(program, env) ?? spawnAgent(program, env);
  const report = (line: string) => log.info(`agent: ${line}`);
  // The agent writes on standard error why it ends. Our own refusal repeats that line, so it is not passed on as well.
  let lastWords = '';
  if (child.stdout) readLines(child.stdout, report);
  if (child.stderr) {
    readLines(child.stderr, (line) => {
      if (lastWords) report(lastWords);
      lastWords = line;
    });
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 'unknown'));
  }).then(async (status) => {
    // Its last output may still be in the pipe, which its children can hold open.
    await setTimeout(50);
    if (lastWords && status !== NEVER_HERE) report(lastWords);
    return { status, lastWords, lastedMs: performance.now() - startedAt };
  });
  return { child, pid: child.pid ?? 0, ended };
}

/** The agent's answer; undefined where it ends or takes too long. */
export function ask({ child }: AgentRun, request: AgentRequest, withinMs: number): Promise<AgentAnswer | undefined> {
  return new Promise((resolve) => {
    const settle = (answer?: AgentAnswer) => {
      clearTimeout(late);
      child.off('message', hear).off('exit', end);
      resolve(answer);
    };
    const hear = (answer: AgentAnswer) => answer.did === request.do && settle(answer);
    const end = () => settle();
    const late = timer(end, withinMs);
    child.on('message', hear).once('exit', end);
    if (child.exitCode !== null || child.signalCode !== null) return end();
    child.send(request, (error) => error && end());
  });
}
