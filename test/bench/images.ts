import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ComputeDriver, DriverError } from '#lib/runtime/driver.ts';
import { driverHome } from '#test/lib/runtime/support/driver-home.ts';
import { type NodeRegistry, nodeRegistry } from '#test/lib/runtime/support/node-registry.ts';
import { tarOf } from '#test/lib/runtime/support/tar-of.ts';
import { atMost, type Line, skipped } from './line.ts';
import { median, timed } from './statistics.ts';

const run = promisify(execFile);
const budget = 'pull of an image from a registry on loopback, against curl and tar';
const [rounds, files, fileBytes] = [5, 3000, 24_000];

/** What a host needs for an image of about 30 MB, against what curl and tar need for its layer, in turns. */
export async function benchImages(): Promise<Line[]> {
  const [home, registry] = await Promise.all([driverHome(), nodeRegistry()]);
  try {
    const driver = await home.open('container', 1, { loopback: true, auth: null });
    try {
      if (!driver.imageStore) return [skipped(budget, '≤ 1.2', 'this host keeps no images')];
      return [await compare(driver, registry)];
    } finally {
      await driver.close();
    }
  } catch (error) {
    if (error instanceof DriverError && error.code === 'UNSUPPORTED') return [skipped(budget, '≤ 1.2', error.message)];
    throw error;
  } finally {
    await registry.close();
    await home.remove();
  }
}

async function compare({ imageStore }: ComputeDriver, registry: NodeRegistry): Promise<Line> {
  const ratios: number[] = [];
  let bytes = 0;
  for (let round = -1; round < rounds; round++) {
    const reference = registry.push('large', [layerOf()]);
    const [path = '', layer] = [...registry.replies].find(([, reply]) => isLarge(reply)) ?? [];
    bytes = isLarge(layer) ? layer.length : 0;
    const bare = await byTools(`http://${registry.host}/v2/${path}`);
    const id = `img-${randomUUID()}`;
    const pulled = await timed(async () => imageStore?.pull({ id, source: { registry: reference } }));
    await imageStore?.remove(id);
    registry.replies.clear();
    // The first one warms both up.
    if (round >= 0) ratios.push(pulled / bare);
  }
  const note = `${(bytes / 1e6).toFixed(0)} MB, ${files} files, median of ${rounds}`;
  return atMost(budget, 1.2, { value: median(ratios), note });
}

const isLarge = (reply: unknown): reply is Buffer => Buffer.isBuffer(reply) && reply.length > 1e6;

/** A layer of its own each time, of files that gzip makes less than half as large, as those of systems are. */
function layerOf(): Buffer {
  const body = () => Buffer.concat([randomBytes(fileBytes * 0.4), Buffer.alloc(fileBytes * 0.6, 'of a system ')]);
  const folders = Array.from({ length: files / 100 }, (_, at) => ({ name: `f${at}`, type: '5', mode: 0o755 }));
  return tarOf([
    ...folders,
    ...Array.from({ length: files }, (_, at) => ({ name: `f${at % 30}/${at}`, body: body() })),
  ]);
}

async function byTools(url: string): Promise<number> {
  const cwd = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  try {
    return await timed(() => run('sh', ['-c', 'curl -s "$1" -o layer && tar -xzf layer', 'sh', url], { cwd }));
  } finally {
    await rm(cwd, { recursive: true });
  }
}
