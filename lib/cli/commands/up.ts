import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { type Checkout, checkCode, checkout, nodeOf } from '#lib/cli/config/checkout.ts';
import { cacheDir } from '#lib/cli/config/environment.ts';
import { readText } from '#lib/cli/config/files.ts';
import { type LocalPlatform, platformIn } from '#lib/cli/config/local.ts';
import { checkedAgent } from '#lib/cli/config/peers.ts';
import { formatOf, type Globals } from '#lib/cli/config/settings.ts';
import { exits, Failure } from '#lib/cli/failure.ts';
import { show } from '#lib/cli/output/output.ts';
import { plain, print, StatusLine, tell } from '#lib/cli/output/terminal.ts';
import { interruptible } from '#lib/cli/run/interruptible.ts';
import { waitTimeoutOf } from '#lib/cli/run/wait-timeout.ts';
import { createClient } from '#lib/client/client.ts';
import { nodeFetch } from '#lib/client/node/node-fetch.ts';
import type { Runners } from './command.ts';

/** Milliseconds between two looks. */
const interval = 200;

/** `svc up`: the platform of a checkout, in the background. */
export function add(command: Command, { bare }: Runners): void {
  command.option('--wait-timeout <seconds>', 'maximum wait for the platform to answer, in seconds', '300').action(
    bare(async (globals, { waitTimeout }: { waitTimeout: string }) => {
      const timeout = 1000 * waitTimeoutOf(waitTimeout);
      await interruptible((signal) => up(globals, timeout, signal));
    }),
  );
}

async function up(globals: Globals, timeout: number, signal: AbortSignal): Promise<void> {
  const place = checkout();
  const running = platformIn(place.dataDir);
  const log = logOf(place);
  const platform = running ?? (await started(place, { globals, timeout, signal, log }));
  const { url, pid, dataDir } = platform;
  if (formatOf(globals) !== 'table' || globals.query !== undefined)
    return show({ url, pid, data_dir: dataDir, log, started: !running }, { columns: [] }, globals);
  print(url);
  if (!globals.quiet)
    tell(running ? `It is already running (process ${pid}).` : `Started; its log is ${log}, svc down stops it.`);
}

/** One file for each data folder. */
function logOf({ dataDir }: Checkout): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return join(cacheDir(), 'platforms', `${name}.log`);
}

interface Starting {
  readonly globals: Globals;
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly log: string;
}

async function started(place: Checkout, starting: Starting): Promise<LocalPlatform> {
  const { globals, signal, log } = starting;
  checkCode(place);
  const child = spawned(place, log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const line = new StatusLine(globals.quiet === true);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  try {
    return await ready(place, starting, (seconds) => {
      // Somebody else may have started it at the same moment: then that one is waited for.
      if (isOver && !platformIn(place.dataDir)) throw endedEarly(log);
      line.show(`the platform is starting: ${seconds} s`);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Failure('the platform is still starting', {
      exit: exits.interrupted,
      code: 'interrupted',
      hint: 'svc down',
    });
  } finally {
    line.clear();
    child.unref();
  }
}

/** The platform once it answers; `look` is told how many seconds that takes, and may throw. */
async function ready(
  { dataDir }: Checkout,
  { timeout, signal, log }: Starting,
  look: (seconds: number) => void,
): Promise<LocalPlatform> {
  const began = Date.now();
  for (;;) {
    const platform = platformIn(dataDir);
    if (platform && (await answers(platform.url, signal))) return platform;
    const passed = Date.now() - began;
    look(Math.floor(passed / 1000));
    if (passed > timeout) throw late(timeout, log);
    await pause(interval, undefined, { signal });
  }
}

/** A process of its own, which goes on when the terminal is closed. */
function spawned(place: Checkout, log: string): ChildProcess {
  mkdirSync(join(log, '..'), { recursive: true, mode: 0o700 });
  const file = openSync(log, 'w', 0o600);
  try {
    return spawn(nodeOf(place), [place.starter], { cwd: place.folder, detached: true, stdio: ['ignore', file, file] });
  } finally {
    closeSync(file);
  }
}

async function answers(baseUrl: string, signal: AbortSignal): Promise<boolean> {
  const client = createClient({ baseUrl, fetch: nodeFetch(checkedAgent()), retries: 0, timeout: 5000 });
  return client.getHealth({ signal }).then(
    () => true,
    () => false,
  );
}

/** Why it ended: what it said last, in its own words. */
function endedEarly(log: string): Failure {
  const lines = (readText(log) ?? '').split('\n').filter((text) => text.trim() !== '');
  const said =
    lines.findLast((text) => text.startsWith('svc:'))?.slice('svc:'.length) ?? lines.at(-1) ?? 'no reason given';
  return new Failure(`the platform did not start: ${plain(said).trim()}`, {
    code: 'start_failed',
    hint: `less ${log}`,
  });
}

const late = (timeout: number, log: string): Failure =>
  new Failure(`the platform does not answer after ${timeout / 1000} s`, {
    exit: exits.waited,
    code: 'wait_timed_out',
    hint: `less ${log}; svc down`,
  });
