import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Pulled } from '#lib/runtime/image-store/pull/order.ts';
import { digestOf } from '#test/lib/runtime/support/node-registry.ts';
import { tarOf } from '#test/lib/runtime/support/tar-of.ts';
import { describeHostileImages } from './ground.ts';

const tar = tarOf([{ name: 'file', body: 'file' }]);
const other = tarOf([{ name: 'file', body: 'other' }]);

describeHostileImages('a registry that lies', (ground) => {
  const said = (...image: Parameters<ReturnType<typeof ground>['registry']['push']>) =>
    ground().puller.pull(ground().registry.push(...image));

  it('about the digest of a layer', async () => {
    const { registry } = ground();
    const blob = digestOf(gzipSync(tar));
    const reference = registry.push('blob', [tar]);
    const swapped = gzipSync(other);
    registry.replies.set(`blob/blobs/${blob}`, swapped.subarray(0, gzipSync(tar).length));
    expect(await ground().puller.pull(reference)).toMatchObject({ refused: expect.stringContaining(blob) });
  });

  it('about what is in a layer', async () => {
    expect(await said('diff', [tar], { diff_ids: [digestOf(other)] })).toEqual({
      refused: `a layer is not the one that its configuration names (${digestOf(other)})`,
    });
  });

  it('about the size of a layer', async () => {
    const digest = digestOf(gzipSync(tar));
    expect(await said('large', [tar], { layer: { size: 20 } })).toEqual({
      refused: `layer ${digest} is larger than its manifest says`,
    });
    expect(await said('small', [tar], { layer: { size: 2 ** 30 } })).toEqual({
      failed: `layer ${digest} did not come whole`,
    });
  });

  it('about the manifest that was asked for by its digest', async () => {
    const { registry, puller } = ground();
    const digest = digestOf('another');
    registry.push('named', [tar]);
    registry.replies.set(`named/manifests/${digest}`, registry.replies.get('named/manifests/latest') ?? '');
    expect(await puller.pull(`${registry.host}/named@${digest}`)).toEqual({
      refused: `its manifest is not the one with digest ${digest}`,
    });
  });

  it('by a manifest without an end', async () => {
    const { registry, puller } = ground();
    registry.replies.set('endless/manifests/latest', Buffer.alloc(5 * 1024 * 1024, ' '));
    expect(await puller.pull(`${registry.host}/endless`)).toEqual({ refused: 'its manifest has more than 4 MiB' });
  });

  it('by naming layers that another repository has given, of which it knows the digest alone', async () => {
    const { registry, puller } = ground();
    const secret = tarOf([{ name: 'secret', body: 'of another account' }]);
    const { pulled } = (await puller.pull(registry.push('victim', [secret]))) as { pulled: Pulled };
    const known = pulled.blobs.flatMap((blob, at) => {
      const layer = pulled.layers[at];
      return blob && layer ? [{ ...blob, layer }] : [];
    });
    const reference = registry.push('thief', [secret]);
    registry.replies.delete(`thief/blobs/${digestOf(gzipSync(secret))}`);
    expect(await puller.pull(reference, { known })).toMatchObject({ refused: expect.stringContaining('is not there') });
  });
});

describeHostileImages('a registry that leads elsewhere', (ground) => {
  it.each([
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/', '169.254.169.254 is not reached by https'],
    ['that by https', 'https://169.254.169.254/', '169.254.169.254 is not on the public internet'],
    ['a private network', 'https://10.0.0.1/', '10.0.0.1 is not on the public internet'],
    ['a private network in IPv6', 'https://[fd00::1]/', 'fd00::1 is not on the public internet'],
    ['IPv4 within IPv6', 'https://[::ffff:10.0.0.1]/', '::ffff:a00:1 is not on the public internet'],
    ['a file', 'file:///etc/passwd', ' is not reached by https'],
  ])('to %s', async (_where, location, refused) => {
    const { registry, puller } = ground();
    registry.replies.set('led/manifests/latest', (_request, response) => response.writeHead(307, { location }).end());
    expect(await puller.pull(`${registry.host}/led`)).toEqual({ refused });
    registry.replies.set('asks/manifests/latest', (_request, response) =>
      response.writeHead(401, { 'www-authenticate': `Bearer realm="${location}",service="s"` }).end(),
    );
    expect(await puller.pull(`${registry.host}/asks`)).toEqual({ refused });
  });

  it('to itself, without an end', async () => {
    const { registry, puller } = ground();
    registry.replies.set('round/manifests/latest', (_request, response) =>
      response.writeHead(302, { location: '/v2/round/manifests/latest' }).end(),
    );
    expect(await puller.pull(`${registry.host}/round`)).toEqual({ refused: `${registry.host} redirects too often` });
  });

  it('to another host, to which it would send the credentials', async () => {
    const { registry, puller } = ground();
    let sent: string | undefined = 'nothing';
    registry.replies.set('taken/manifests/latest', (request, response) => {
      sent = request.headers.authorization;
      response.writeHead(404).end();
    });
    registry.replies.set('theirs/manifests/latest', (request, response) =>
      request.headers.authorization
        ? response
            .writeHead(307, { location: `http://localhost:${registry.host.split(':')[1]}/v2/taken/manifests/latest` })
            .end()
        : response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
    );
    await puller.pull(`${registry.host}/theirs`, { credentials: 'c2VjcmV0' });
    expect(sent).toBeUndefined();
  });

  it('that is on this computer, where only its owner may read one', async () => {
    const { registry, puller } = ground();
    const reference = registry.push('local', [tar]);
    const before = registry.asked.length;
    expect(await puller.pull(reference, { loopback: false })).toEqual({
      refused: `${registry.host} is not on the public internet`,
    });
    expect(registry.asked).toHaveLength(before);
  });
});
