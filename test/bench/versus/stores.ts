import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forkServer } from '#test/bench/s3.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';

/** A server that keeps objects in files: where it is, and how it ends. */
export interface Store {
  readonly name: string;
  readonly url: string;
  readonly secret: string;
  end(): Promise<void>;
}

/** The key of every server, and the secret where that is ours to choose. */
export const accessKeyId = 'KEY0KEY0';
const secret = 'secret00';

/** Other object servers, each started where it is installed: the words of its command, and its variables. */
const others: readonly {
  readonly name: string;
  readonly words: (dir: string, port: number) => readonly string[];
  readonly env: Readonly<Record<string, string>>;
}[] = [
  {
    name: 'minio',
    words: (dir, port) => ['server', dir, '--address', `127.0.0.1:${port}`, '--quiet'],
    env: { MINIO_ROOT_USER: accessKeyId, MINIO_ROOT_PASSWORD: secret, MINIO_REGION: 'in-mum' },
  },
  {
    name: 'versitygw',
    words: (dir, port) => ['--port', `127.0.0.1:${port}`, '--region', 'in-mum', 'posix', dir],
    env: { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secret },
  },
];

/** The platform's engine, the bare server, and the others that are installed here, each with an empty folder. */
export async function startStores(): Promise<Store[]> {
  const stores: Store[] = [];
  for (const [name, kind] of [['svc', 'engine'] as const, ['bare server', 'bare'] as const]) {
    const { endpoint, end } = await forkServer(kind);
    // The engine of the bench has one secret for every key (s3-server.ts).
    stores.push({ name, url: endpoint, secret: 'secret', end });
  }
  for (const other of others) {
    const started = await start(other);
    if (started) stores.push(started);
  }
  return stores;
}

async function start({ name, words, env }: (typeof others)[number]): Promise<Store | undefined> {
  const dir = mkdtempSync(join(tmpdir(), 's3-bench-'));
  // A bucket is a folder there.
  mkdirSync(join(dir, 'data'));
  const port = await unusedPort();
  const child = spawn(name, words(join(dir, 'data'), port), { stdio: 'ignore', env: { ...process.env, ...env } });
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  }).then(() => {
    isOver = true;
  });
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  while (!isOver) {
    const answered = await fetch(url).then(
      () => true,
      () => new Promise<boolean>((resolve) => setTimeout(resolve, 50, false)),
    );
    if (answered) return { name, url, secret, end };
  }
  await end();
  return undefined;
}
