import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AwsClient } from 'aws4fetch';
import type { BucketUsage } from '#lib/drivers/objects/engine.ts';

const SCRIPT = fileURLToPath(new URL('./engine-process.ts', import.meta.url));

/** Signs as the platform. */
export const aws = new AwsClient({
  accessKeyId: 'OWNER',
  secretAccessKey: 'owner-secret',
  service: 's3',
  region: 'in-mum',
  retries: 0,
});

/** An engine in a process of its own, with the buckets `crash` and, which keeps versions, `versions`. */
export interface KilledEngine {
  endpoint: string;
  /** What a bucket holds, once all that was let go is off the disk. */
  swept(bucket: string): Promise<BucketUsage>;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts one on a folder. */
export async function startEngine(dir: string): Promise<KilledEngine> {
  const child = fork(SCRIPT, [dir], { stdio: 'ignore', serialization: 'advanced' });
  const [endpoint] = (await once(child, 'message')) as [string];
  return {
    endpoint,
    swept: async (bucket) => {
      child.send(bucket);
      return ((await once(child, 'message')) as [BucketUsage])[0];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The files that an engine keeps bodies in. */
export const filesOf = (dir: string): string[] =>
  readdirSync(join(dir, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ name }) => name);

/** A body that tells whether it is whole and of one piece: its stamp, over and over. */
export const bodyOf = (stamp: string, bytes: number): string =>
  stamp
    .padEnd(16, '.')
    .repeat(Math.ceil(bytes / 16))
    .slice(0, bytes);

/** The stamp and length of a body that is whole; what is wrong with any other. */
export function stampOf(body: string): string {
  const stamp = body.slice(0, 16).replace(/\.+$/, '');
  if (body === bodyOf(stamp, body.length)) return `${stamp} ${body.length}`;
  const at = [...body].findIndex((letter, index) => letter !== bodyOf(stamp, body.length)[index]);
  return `a mixture: ${stamp}, and from byte ${at} of ${body.length} ${body.slice(at, at + 16)}`;
}
