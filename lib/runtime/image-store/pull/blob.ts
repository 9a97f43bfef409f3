import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Descriptor } from './manifest.ts';
import { Failure, Refusal } from './refusal.ts';
import type { Registry } from './registry.ts';

/** Times that a transfer is resumed although nothing has come since the last time. */
const MOST_FRUITLESS = 4;

/**
 * The bytes of a blob, as they come; a transfer that breaks off is resumed where it did. The last bytes are given only
 * when the whole has the size and the digest that the manifest says. Refuses a blob that has not.
 */
export async function* blobOf(registry: Registry, { digest, size }: Descriptor): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | null = null;
  for await (const part of resumed(registry, { digest, size })) {
    hash.update(part);
    if (held) yield held;
    held = part;
  }
  if (`sha256:${hash.digest('hex')}` !== digest) throw new Refusal(`layer ${digest} is not what its digest says`);
  if (held) yield held;
}

/** As many bytes as a blob is to have, by as many transfers as that takes. */
async function* resumed(registry: Registry, blob: Descriptor): AsyncGenerator<Buffer> {
  let done = 0;
  let fruitless = 0;
  while (done < blob.size) {
    const before = done;
    try {
      for await (const part of transfer(registry, blob, done)) {
        done += part.length;
        yield part;
      }
    } catch (error) {
      fruitless = done > before ? 0 : fruitless + 1;
      if (error instanceof Refusal || fruitless > MOST_FRUITLESS) throw error;
    }
  }
}

/** What one reply brings of a blob from a byte on. Fails when it ends before the blob does. */
async function* transfer(registry: Registry, { digest, size }: Descriptor, from: number): AsyncGenerator<Buffer> {
  const reply = await registry.open(`blobs/${digest}`, from === 0 ? {} : { range: `bytes=${from}-` });
  let before = beginningOf(reply, from);
  let left = size - from;
  try {
    for await (const part of reply as AsyncIterable<Buffer>) {
      const fresh = part.subarray(Math.min(before, part.length));
      before -= part.length - fresh.length;
      left -= fresh.length;
      if (left < 0) throw new Refusal(`layer ${digest} is larger than its manifest says`);
      yield fresh;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Failure(`layer ${digest} did not come: ${(error as Error).message}`);
  }
  if (left > 0) throw new Failure(`layer ${digest} did not come whole`);
}

/** How many bytes of a reply came before. A registry that does not resume sends all of it again. */
function beginningOf(reply: IncomingMessage, from: number): number {
  if (from === 0 || reply.statusCode === 200) return from;
  const [, start] = /^bytes (\d+)-/.exec(reply.headers['content-range'] ?? '') ?? [];
  if (Number(start) === from) return 0;
  reply.destroy();
  throw new Failure('the registry resumed elsewhere');
}
