import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is started, and with which variables. */
export interface Launch {
  readonly checkout: string;
  /** Kept at the end. Without it a new folder is made and removed. */
  readonly dataDir: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** Ends the start. */
  readonly signal: AbortSignal | undefined;
}

/** A platform that runs. */
export interface PlatformProcess {
  readonly port: number;
  readonly s3Port: number;
  readonly dataDir: string;
  /** All that it has written so far. */
  output(): string;
  /** Ends it, and settles when it has ended. */
  stop(): Promise<void>;
}

/** A platform that did not start. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** All that it wrote. */
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

/** Starts that are tried where another program takes a port meanwhile. */
const attempts = 5;

/** Starts a platform on free ports; settles when it is ready. Rejects with StartError where it ends before. */
export async function startProcess(launch: Launch): Promise<PlatformProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(launch, await freePort(), await freePort());
    } catch (error) {
      const isTaken = error instanceof StartError && /already in use/.test(error.output);
      if (!isTaken || attempt === attempts) throw error;
    }
  }
}

async function startOnce(
  { checkout, dataDir: kept, env, signal }: Launch,
  port: number,
  s3Port: number,
): Promise<PlatformProcess> {
  signal?.throwIfAborted();
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'svc-testing-')));
  const guard = spawnGuard([checkout, kept === undefined ? dataDir : ''], {
    SVC_PORT: `${port}`,
    SVC_S3_PORT: `${s3Port}`,
    SVC_DATA_DIR: dataDir,
    ...env,
  });
  let output = '';
  const ready = new Promise<void>((resolve) => {
    const take = (text: Buffer) => {
      output += text.toString();
      if (output.includes('svc is up')) resolve();
    };
    guard.stdout.on('data', take);
    guard.stderr.on('data', take);
  });
  const ended = new Promise<'ended'>((resolve) => {
    guard.on('close', () => resolve('ended'));
    guard.on('error', () => resolve('ended'));
  });
  const abort = () => guard.stdin.end();
  signal?.addEventListener('abort', abort, { once: true });
  const outcome = await Promise.race([ready, ended]);
  signal?.removeEventListener('abort', abort);
  if (outcome === 'ended') {
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw new StartError(`the platform did not start: ${lastLine(output)}`, output);
  }
  unreference(guard);
  return {
    port,
    s3Port,
    dataDir,
    output: () => output,
    async stop() {
      guard.ref();
      guard.stdin.end();
      await ended;
    },
  };
}

function spawnGuard(words: string[], settings: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  const guard = spawn(process.execPath, [guardFile, ...words], {
    env: { ...withoutSettings(), ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // The other end of the guard's stdin is this process.
  guard.stdin.on('error', () => undefined);
  return guard;
}

/** Without references the guard never keeps this process from ending. */
function unreference(guard: ChildProcessWithoutNullStreams): void {
  guard.unref();
  for (const stream of [guard.stdout, guard.stderr]) (stream as unknown as { unref(): void }).unref();
}

const guardFile = fileURLToPath(new URL('./guard.mjs', import.meta.url));

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/** The settings of the user who runs the tests do not reach the platform. */
const withoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SVC|AWS|SLS|NODE_OPTIONS)/.test(name)));

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
