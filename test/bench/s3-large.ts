import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { atMost, type Line } from './line.ts';
import { forkServer } from './s3.ts';

const MIB = 1024 * 1024;
/** The largest object of one PUT, in MiB. */
const SIZE = 5 * 1024;
const EVERY_MS = 100;

/** The engine's memory while the largest object of one PUT streams in and out again. */
export async function benchS3Memory(): Promise<Line[]> {
  const { child, endpoint, end } = await forkServer('engine');
  const rss = async () => {
    child.send('rss');
    return ((await once(child, 'message')) as [number])[0] / MIB;
  };
  try {
    const aws = new AwsClient({ accessKeyId: 'KEY', secretAccessKey: 'secret', service: 's3', region: 'in-mum' });
    const url = async (method: string) =>
      (await aws.sign(`${endpoint}/bench/vast?X-Amz-Expires=3600`, { method, aws: { signQuery: true } })).url;
    await send('PUT', await url('PUT'), 1);
    const before = await rss();
    let most = before;
    let streams = true;
    const watch = async () => {
      while (streams) {
        most = Math.max(most, await rss());
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
    };
    const watching = watch();
    try {
      await send('PUT', await url('PUT'), SIZE);
      await send('GET', await url('GET'));
    } finally {
      streams = false;
      await watching;
    }
    const note = `${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`;
    return [
      atMost('S3: memory that 5 GB add on their way in and out', 128, { value: most - before, unit: 'MB', note }),
    ];
  } finally {
    await end();
  }
}

async function send(method: string, url: string, size = 0): Promise<void> {
  const sent = request(url, { method, headers: size > 0 ? { 'content-length': size * MIB } : {} });
  const replied = once(sent, 'response');
  await pipeline(Readable.from(chunks(size)), sent);
  const [reply] = await replied;
  for await (const _ of reply);
  if (reply.statusCode !== 200) throw new Error(`${method}: ${reply.statusCode}`);
}

function* chunks(count: number): Generator<Buffer> {
  const chunk = Buffer.alloc(MIB, 'z');
  for (let n = 0; n < count; n += 1) yield chunk;
}
