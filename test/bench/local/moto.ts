import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { KeepAlive } from './keep-alive.ts';

/** A moto server, and a client that has a connection to it. */
export interface MotoServer {
  url: string;
  client: KeepAlive;
  pid: number;
  /** From the command to the first answer. */
  readyMs: number;
  stop(): Promise<void>;
}

/** Starts a moto server; undefined where moto is not installed. */
export async function startMotoServer(): Promise<MotoServer | undefined> {
  const port = await unusedPort();
  const began = performance.now();
  const child = spawn('moto_server', ['-p', `${port}`, '-H', '127.0.0.1'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const url = `http://127.0.0.1:${port}`;
  const client = new KeepAlive(url);
  const stop = async () => {
    client.close();
    child.kill('SIGTERM');
    await ended;
  };
  if (await answers(client, ended)) {
    return { url, client, pid: child.pid ?? 0, readyMs: performance.now() - began, stop };
  }
  await stop();
  return undefined;
}

async function answers(client: KeepAlive, ended: Promise<void>): Promise<boolean> {
  const over = ended.then(() => true);
  for (;;) {
    const reply = await client.ask('/moto-api/data.json').catch(() => undefined);
    if (reply?.status === 200) return true;
    if (await Promise.race([over, setTimeout(50, false)])) return false;
  }
}
