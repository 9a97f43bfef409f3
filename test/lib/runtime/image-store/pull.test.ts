import { spawnSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { architecture } from '#lib/runtime/image-store/pull/manifest.ts';
import type { Pulled } from '#lib/runtime/image-store/pull/order.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import { digestOf, type NodeRegistry, nodeRegistry } from '#test/lib/runtime/support/node-registry.ts';
import { openPuller, type Puller, pullRange } from '#test/lib/runtime/support/puller.ts';
import { tarOf } from '#test/lib/runtime/support/tar-of.ts';

describe.skipIf('missing' in pullRange)('the program that pulls', () => {
  let registry: NodeRegistry;
  let puller: Puller;
  beforeAll(async () => {
    registry = await nodeRegistry();
    puller = await openPuller();
  });
  afterAll(async () => {
    await registry.close();
    await puller.remove();
  });
  const tar = tarOf([{ name: 'file', body: Buffer.alloc(100_000, 'ab') }]);
  const pulled = async (reference: string, more = {}) =>
    ((await puller.pull(reference, more)) as { pulled: Pulled }).pulled;

  it.each([
    ['resumes', 206],
    ['begins again', 200],
  ])('%s where a transfer broke off', async (_how, status) => {
    const reference = registry.push('broken', [tar]);
    const path = `broken/blobs/${digestOf(gzipSync(tar))}`;
    const ranges: (string | undefined)[] = [];
    const half = 100;
    registry.replies.set(path, (request, response: ServerResponse) => {
      const { range } = request.headers;
      ranges.push(range);
      const bytes = gzipSync(tar);
      if (range === undefined) {
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, half), () => response.destroy());
      } else if (status === 206)
        response.writeHead(206, { 'content-range': `bytes ${half}-` }).end(bytes.subarray(half));
      else response.end(bytes);
    });
    expect((await pulled(reference)).layers).toEqual([{ name: digestOf(tar).slice(7), size_bytes: 100_000 }]);
    expect(ranges).toEqual([undefined, `bytes=${half}-`]);
  });

  it('has all layers of an image in their order, and none of one of which a layer is refused', async () => {
    const layers = ['one', 'two', 'three'].map((body) => tarOf([{ name: 'which', body }]));
    const names = layers.map((layer) => digestOf(layer).slice(7));
    const lying = registry.push('lying', layers, {
      diff_ids: [...layers.slice(0, 2).map(digestOf), digestOf('other')],
    });
    const before = puller.left();
    expect(await puller.pull(lying)).toEqual({
      refused: `a layer is not the one that its configuration names (${digestOf('other')})`,
    });
    expect(puller.left()).toEqual(before);
    expect((await pulled(registry.push('true', layers))).layers.map(({ name }) => name)).toEqual(names);
    expect(puller.left()).toEqual(expect.arrayContaining(names));
  });

  it('takes the manifest for this architecture from a list, and refuses a list without one', async () => {
    registry.push('listed', [tar]);
    const manifest = registry.replies.get('listed/manifests/latest') as string;
    const one = (name: string, digest: string) => ({ digest, platform: { architecture: name, os: 'linux' } });
    const list = (manifests: object[]) => registry.replies.set('listed/manifests/list', JSON.stringify({ manifests }));
    list([one('z80', digestOf('other')), one(architecture, digestOf(manifest))]);
    expect((await pulled(`${registry.host}/listed:list`)).digest).toBe(digestOf(manifest));
    list([one('z80', digestOf('other')), one('mips', digestOf('third'))]);
    expect(await puller.pull(`${registry.host}/listed:list`)).toEqual({
      refused: `it is not made for ${architecture}, but for z80, mips`,
    });
  });

  it('asks for a token where it is told to, and with the credentials that it has', async () => {
    const reference = registry.push('closed', [tar]);
    const { host } = registry;
    const manifest = registry.replies.get('closed/manifests/latest') as string;
    registry.replies.set('closed/manifests/latest', ({ headers }, response) => {
      if (headers.authorization === 'Bearer t0ken') return response.end(manifest);
      const challenge = `Bearer realm="http://${host}/v2/token",service="s",scope="repository:closed:pull"`;
      return response.writeHead(401, { 'www-authenticate': challenge }).end();
    });
    const path = 'token?service=s&scope=repository%3Aclosed%3Apull';
    registry.replies.set(path, ({ headers }, response) =>
      headers.authorization === 'Basic c2VjcmV0'
        ? response.end('{"token":"t0ken"}')
        : response.writeHead(401).end('{"errors":[{"message":"who are you?"}]}'),
    );
    expect(await puller.pull(reference)).toEqual({
      refused: `${host}: closed:latest may not be read (who are you?)`,
    });
    expect((await pulled(reference, { credentials: 'c2VjcmV0' })).digest).toBe(digestOf(manifest));
  });

  it('does not ask again for a layer that the same repository has given', async () => {
    const reference = registry.push('again', [tar]);
    const { layers, blobs } = await pulled(reference);
    const known = blobs.flatMap((blob, at) => (blob && layers[at] ? [{ ...blob, layer: layers[at] }] : []));
    registry.replies.delete(`again/blobs/${digestOf(gzipSync(tar))}`);
    expect((await pulled(reference, { known })).layers).toEqual(layers);
  });

  it.skipIf(findTool('zstd') === null)('reads layers that zstd has compressed', async () => {
    const { stdout } = spawnSync('zstd', ['-c'], { input: tar });
    const layer = { digest: digestOf(stdout), size: stdout.length };
    const reference = registry.push('zstd', [tar], { layer });
    registry.replies.set(`zstd/blobs/${layer.digest}`, stdout);
    expect((await pulled(reference)).layers).toEqual([{ name: digestOf(tar).slice(7), size_bytes: 100_000 }]);
  });
});
