import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeWithMachines } from '#lib/agent/hosted/id-range.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { noteKilled } from './killed.ts';
import { underFaults } from './under-faults.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A platform that runs as for a user, in processes of its own. */
export interface RunningPlatform {
  readonly baseUrl: string;
  readonly s3Url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything that it has written so far, on both streams. */
  output(): string;
  /**
   * Asks it to stop (SIGTERM by default) and answers its exit status. Removes the data folder unless the caller named
   * it.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Sends SIGKILL and waits until it has ended. The data folder stays. */
  kill(): Promise<void>;
}

/** A start that failed, with its exit status and its standard error. */
export class StartFailure extends Error {
  readonly status: number | null;
  readonly stderr: string;

  constructor(status: number | null, stderr: string) {
    super(`the platform did not start (status ${status}): ${stderr}`);
    this.status = status;
    this.stderr = stderr;
  }
}

export interface PlatformOptions {
  /** Further settings and overrides. Undefined removes a variable. */
  readonly env?: Record<string, string | undefined>;
  /** Kept at the end. Without it a new folder is made and removed. */
  readonly dataDir?: string;
  /** A folder with a serverless.yml of its own instead of the product's. */
  readonly serviceDir?: string;
  /** Another checkout of the product. */
  readonly checkout?: string;
  /** A program with arguments that starts it: unshare, setpriv … */
  readonly wrapper?: readonly string[];
  /** What starts it, in place of the program itself: `npm start`. */
  readonly program?: readonly string[];
  /** Settles when this does, instead of with the banner. */
  readonly until?: (baseUrl: string) => Promise<unknown>;
}

/**
 * Starts a platform on free ports with an empty data folder, and settles when its banner is there:
 *
 *     const platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01' } });
 *     await fetch(`${platform.baseUrl}/healthz`);
 *     await platform.stop();
 *
 * Rejects with StartFailure where it ends before that.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'svc-data-')));
  const port = await unusedPort();
  const s3Port = await unusedPort();
  const env = {
    ...withoutSettings(),
    SVC_PORT: `${port}`,
    SVC_S3_PORT: `${s3Port}`,
    SVC_DATA_DIR: dataDir,
    // Nobody is there: no test asks a registry that is not its own.
    SVC_IMAGE_REGISTRY: '127.0.0.1:9',
    ...options.env,
  };
  const child = launch(options, env);
  const written = { all: '', stderr: '' };
  child.stdout?.on('data', (text: Buffer) => {
    written.all += text;
  });
  child.stderr?.on('data', (text: Buffer) => {
    written.all += text;
    written.stderr += text;
  });
  const send = (signal: NodeJS.Signals) => {
    // A program that starts another does not pass on every signal. Ctrl-C goes to all of them.
    if (options.program && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  };
  const exited = new Promise<number | null>((resolve) => child.once('close', (status) => resolve(status)));
  const cleanUp = async () => {
    if (options.dataDir === undefined) await removeWithMachines([dataDir]);
  };
  const baseUrl = `http://localhost:${env.SVC_PORT}`;
  const banner = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => written.all.includes('svc is up') && resolve());
  });
  const up = (options.until?.(baseUrl) ?? banner).then(() => undefined);
  const early = await Promise.race([up, exited.then((status) => ({ status }))]);
  if (early) {
    await cleanUp();
    throw new StartFailure(early.status, written.stderr);
  }
  await underFaults(baseUrl);
  return {
    baseUrl,
    s3Url: `http://localhost:${env.SVC_S3_PORT}`,
    port: Number(env.SVC_PORT),
    dataDir,
    pid: child.pid ?? 0,
    output: () => written.all,
    async stop(signal = 'SIGTERM') {
      send(signal);
      const status = await exited;
      await cleanUp();
      return status;
    },
    async kill() {
      noteKilled(dataDir);
      send('SIGKILL');
      await exited;
    },
  };
}

function launch(options: PlatformOptions, env: NodeJS.ProcessEnv): ChildProcess {
  const { serviceDir, checkout = root, wrapper = [] } = options;
  const start = serviceDir === undefined ? 'lib/local/start.mjs' : 'node_modules/serverless/bin/serverless.js';
  const words = serviceDir === undefined ? [] : ['offline', 'start'];
  const node = checkout === root ? process.execPath : join(checkout, 'node_modules/.bin/node');
  const program = options.program ?? [node, join(checkout, start), ...words];
  const [file = '', ...args] = [...wrapper, ...program];
  const detached = options.program !== undefined;
  return spawn(file, args, { cwd: serviceDir ?? checkout, env, detached, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The settings of the user who runs the tests must not reach the platform under test. */
function withoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(SVC|AWS|SLS|VITEST|NODE_ENV)/.test(name)),
  );
}
