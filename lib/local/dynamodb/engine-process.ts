import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsJsonError, awsJson, dynamodbAt } from '#lib/local/aws-json.ts';
import { tied } from './programs.ts';

/** A running engine. `exited` settles when none of its processes has a file open; `stop` ends it and waits. */
export interface Engine {
  readonly endpoint: string;
  readonly pid: number;
  readonly exited: Promise<void>;
  stop(): Promise<void>;
  /** From now on it does not keep this process from ending, and ends with it. */
  unref(): void;
}

/** Why an engine did not start: its standard error, and its standard output, which shows how far it came. */
export interface Failure {
  readonly failure: string;
  readonly output: string;
}

const READY_WITHIN_MS = 5_000;
const STOP_WITHIN_MS = 3_000;

/** Starts a program that serves `endpoint`. Where setpriv exists, it dies with this process even on SIGKILL. */
export async function startEngine(argv: readonly string[], endpoint: string): Promise<Engine | Failure> {
  const child = spawnTied(argv);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] = (written[name] + text).slice(-2_000);
    });
  }
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      written.stderr += error.message;
      resolve();
    });
    // Its output closes only when its children, which may have the file open, have ended too.
    child.once('close', () => resolve());
  });
  void exited.then(() => process.off('exit', killNow));
  const running = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  const stop = () => stopChild(child, exited);
  const unref = () => {
    child.unref();
    for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  };
  const deadline = Date.now() + READY_WITHIN_MS;
  while (running() && Date.now() < deadline) {
    const answered = await Promise.race([answers(endpoint), exited, delay(1_000)]);
    if (answered === true && running()) return { endpoint, pid: child.pid as number, exited, stop, unref };
    await Promise.race([delay(5), exited]);
  }
  await stop();
  return { failure: written.stderr || 'no answer within 5 s', output: written.stdout };
}

/** Without this, the engine of a killed platform would keep the database's file open. */
function spawnTied(argv: readonly string[]): ChildProcess {
  const [file = '', ...args] = [...tied(), ...argv];
  return spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: {}, detached: true });
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(timer);
}

/** Whether it answers a call, also with an error. */
async function answers(endpoint: string): Promise<boolean> {
  try {
    await awsJson(dynamodbAt(endpoint), 'ListTables', {});
    return true;
  } catch (error) {
    return error instanceof AwsJsonError;
  }
}
