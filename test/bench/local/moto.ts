import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { KeepAlive } from './keep-alive.ts';

/** Moto looks at the scope only: it finds the service there, and takes any signature. */
const headers = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=bench/20261121/ap-south-1/ec2/aws4_request, SignedHeaders=host, Signature=0',
  'content-type': 'application/x-www-form-urlencoded',
};

/** A moto server with 50 instances. */
export interface Moto {
  /** Milliseconds of describing one instance; of all 50. */
  one(): Promise<number>;
  all(): Promise<number>;
  /** Milliseconds of launching one instance, which is terminated afterwards. */
  launch(): Promise<number>;
  stop(): Promise<void>;
}

/** A moto server, and a client that has a connection to it. */
export interface MotoServer {
  url: string;
  client: KeepAlive;
  stop(): Promise<void>;
}

/** Starts a moto server; undefined where moto is not installed. */
export async function startMotoServer(): Promise<MotoServer | undefined> {
  const port = await unusedPort();
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
  if (await answers(client, ended)) return { url, client, stop };
  await stop();
  return undefined;
}

/** Starts a moto server and launches 50 instances there; undefined where moto is not installed. */
export async function startMoto(instances = 50): Promise<Moto | undefined> {
  const server = await startMotoServer();
  if (!server) return undefined;
  const { client, stop } = server;
  const query = (action: string) => ({ method: 'POST', headers, body: `${action}&Version=2016-11-15` });
  const image = firstOf(await client.ask('/', query('Action=DescribeImages&Owner.1=amazon')), 'imageId');
  const run = (count: number) =>
    client.ask(
      '/',
      query(`Action=RunInstances&ImageId=${image}&InstanceType=t3.micro&MinCount=${count}&MaxCount=${count}`),
    );
  const id = firstOf(await run(instances), 'instanceId');
  return {
    one: () => client.time('/', query(`Action=DescribeInstances&InstanceId.1=${id}`)),
    all: () => client.time('/', query('Action=DescribeInstances')),
    async launch() {
      const made = await run(1);
      await client.time('/', query(`Action=TerminateInstances&InstanceId.1=${firstOf(made, 'instanceId')}`));
      return made.ms;
    },
    stop,
  };
}

async function answers(client: KeepAlive, ended: Promise<void>): Promise<boolean> {
  const over = ended.then(() => true);
  for (;;) {
    const reply = await client.ask('/moto-api/data.json').catch(() => undefined);
    if (reply?.status === 200) return true;
    if (await Promise.race([over, setTimeout(50, false)])) return false;
  }
}

function firstOf({ status, text }: { status: number; text: string }, element: string): string {
  const value = new RegExp(`<${element}>([^<]+)<`).exec(text)?.[1];
  if (status !== 200 || !value) throw new Error(`moto: ${status}, no ${element}: ${text.slice(0, 300)}`);
  return value;
}
