import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '#lib/local/start-error.ts';

/** A running engine: `exited` settles when the process is gone, however it went; `stop` ends it and waits. */
export type Engine = {
  readonly endpoint: string;
  readonly pid: number;
  readonly exited: Promise<void>;
  stop(): Promise<void>;
};

const MACHINE = `${process.platform}-${process.arch}`;
const START_ATTEMPTS = 5;
const READY_WITHIN_MS = 5_000;
const STOP_WITHIN_MS = 3_000;

/** The path of the engine's program for `machine`: the npm package's where there is one, else `dynoxide` from PATH; undefined when there is neither. */
export function dynoxideBinary(machine = MACHINE, path = process.env.PATH ?? ''): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(`@dynoxide/${machine}/dynoxide`);
  } catch {
    return path
      .split(delimiter)
      .filter((folder) => folder !== '')
      .map((folder) => join(folder, 'dynoxide'))
      .find(executable);
  }
}

interface EngineOptions {
  /** The SQLite file; in memory without one. */
  readonly file?: string;
  /** The endpoint to serve again; a new one where none is given. */
  readonly at?: string;
  readonly binary?: string | undefined;
}

/** Starts the engine on a loopback port; it dies with this process even on SIGKILL where setpriv exists. Refuses when it cannot be had or does not answer within 5 s. */
export async function startDynoxide(options: EngineOptions = {}): Promise<Engine> {
  const binary = 'binary' in options ? options.binary : dynoxideBinary();
  if (binary === undefined) {
    throw new StartError(
      `there is no embedded DynamoDB for ${MACHINE} here; run "npm ci" without --omit=optional, or start a DynamoDB-compatible server and set SVC_DYNAMODB_ENDPOINT to its URL`,
    );
  }
  let failure = '';
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    const engine = await tryStart(binary, await addressFor(options.at), options.file);
    if ('endpoint' in engine) return engine;
    failure = engine.failure;
    // Only a port that someone took in between is worth another try.
    if (options.at !== undefined || !/in use/i.test(failure)) break;
  }
  throw new StartError(`the embedded DynamoDB did not start: ${failure.trim() || 'it gave no reason'}`);
}

async function addressFor(endpoint: string | undefined): Promise<Address> {
  if (endpoint !== undefined) {
    const { hostname, port } = new URL(endpoint);
    return { host: hostname, port: Number(port) };
  }
  const host = newHost();
  return { host, port: await freePort(host) };
}

interface Address {
  readonly host: string;
  readonly port: number;
}

async function tryStart(binary: string, { host, port }: Address, file?: string): Promise<Engine | { failure: string }> {
  const args = ['serve', '--host', host, '--port', String(port), ...(file ? ['--db-path', file] : [])];
  const child = spawnTied(binary, args);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2_000);
  });
  child.stdout?.resume();
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', killNow);
      resolve();
    });
    child.once('error', (error) => {
      stderr += error.message;
      resolve();
    });
  });
  const endpoint = `http://${host}:${port}`;
  const running = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  const stop = () => stopChild(child, exited);
  const deadline = Date.now() + READY_WITHIN_MS;
  while (running() && Date.now() < deadline) {
    if ((await answers(endpoint)) && running()) return { endpoint, pid: child.pid as number, exited, stop };
    await Promise.race([delay(5), exited]);
  }
  await stop();
  return { failure: stderr || 'no answer within 5 s' };
}

/** The parent's death takes the child along: without it a killed platform would leave the database's file open. */
function spawnTied(binary: string, args: string[]): ChildProcess {
  const options = { stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'], env: {}, detached: true };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(executable);
  return setpriv
    ? spawn(setpriv, ['--pdeathsig', 'KILL', '--', binary, ...args], options)
    : spawn(binary, args, options);
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(timer);
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    const reply = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) });
    await reply.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * A loopback address that no web page finds by trying: the engine answers every origin and takes every signature for
 * good, so on 127.0.0.1 any page in a browser here could read and write the table. Linux has all of 127.0.0.0/8.
 */
function newHost(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  return `127.${randomInt(64, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** A port of this address that was free a moment ago. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was assigned');
  return address.port;
}
