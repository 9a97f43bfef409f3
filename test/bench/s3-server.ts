import { once } from 'node:events';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startObjectEngine } from '#lib/local/s3/start.ts';

/*
 * A server in a process of its own: `engine`; `unsynced`, the engine without fsync; or `bare`, which writes and reads
 * the same files by the plainest means, and lists them.
 */
const [kind, dir = ''] = process.argv.slice(2);

process.on('disconnect', () => process.exit(0));
process.send?.(kind === 'bare' ? await bare() : await engine(kind === 'engine'));
process.on('message', () => process.send?.(process.memoryUsage().rss));

async function engine(fsync: boolean): Promise<string> {
  const key = { secret: 'secret', bucket: null, permission: 'owner', status: 'active' } as const;
  const { endpoint, admin } = await startObjectEngine({ dir, keys: { lookup: async () => key }, fsync });
  await admin.createBucket({ name: 'bench' }).catch(() => undefined);
  return endpoint;
}

async function bare(): Promise<string> {
  const server = createServer(async (request, response) => {
    const [name = '', query = ''] = (request.url ?? '').split('?');
    const path = join(dir, encodeURIComponent(name));
    if (request.method === 'PUT') {
      await pipeline(request, createWriteStream(path));
      const file = await open(path, 'r+');
      await file.datasync();
      await file.close();
      response.end();
    } else if (query.includes('list-type=2')) {
      response.end(await listing());
    } else {
      response.setHeader('content-length', statSync(path).size);
      await pipeline(createReadStream(path), response);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a list of S3 says at least, of the first 1,000 files. */
async function listing(): Promise<string> {
  const names = (await readdir(dir)).sort().slice(0, 1000);
  const entries = names.map((name) => {
    const { size, mtime } = statSync(join(dir, name));
    return `<Contents><Key>${name}</Key><Size>${size}</Size><LastModified>${mtime.toISOString()}</LastModified></Contents>`;
  });
  return `<ListBucketResult>${entries.join('')}</ListBucketResult>`;
}
