import { expect, it } from 'vitest';
import type { Pulled } from '#lib/runtime/image-store/pull/order.ts';
import { tarOf } from '#test/lib/runtime/support/tar-of.ts';
import { describeHostileImages } from './ground.ts';

describeHostileImages('a layer whose files are more than files', (ground) => {
  const pulled = async (name: string, entries: Parameters<typeof tarOf>[0]) => {
    const { registry, puller } = ground();
    const said = (await puller.pull(registry.push(name, [tarOf(entries)]))) as { pulled: Pulled };
    return said.pulled.layers[0]?.name ?? '';
  };

  it('by attributes of an overlay, which would lead its folders to others', async () => {
    const pax = {
      'SCHILY.xattr.user.overlay.redirect': '/etc',
      'SCHILY.xattr.user.overlay.whiteout': 'y',
      'SCHILY.xattr.user.overlay.opaque': 'y',
      'SCHILY.xattr.trusted.overlay.redirect': '/etc',
      'SCHILY.xattr.user.kept': 'yes',
    };
    const layer = await pulled('overlay', [{ name: 'folder', type: '5', mode: 0o755, pax }]);
    const listed = `tar -c --xattrs --format=posix ${layer}/folder | grep -ao 'SCHILY.xattr.[a-z.]*=[^ ]*$'`;
    expect(await ground().puller.look(listed)).toBe('SCHILY.xattr.user.kept=yes\n');
  });

  it('by devices of the host', async () => {
    const layer = await pulled('device', [
      { name: 'block', type: '4' },
      { name: 'character', type: '3' },
      { name: 'file', body: 'file' },
    ]);
    expect(await ground().puller.look(`ls ${layer}`)).toBe('file\n');
  });

  it('by ids that no machine has', async () => {
    const layer = await pulled('ids', [
      { name: 'large', uid: 65_536, gid: 2_000_000 },
      { name: 'negative', pax: { uid: '-1', gid: '4294967295' } },
      { name: 'last', uid: 65_535, gid: 65_534 },
    ]);
    expect(await ground().puller.look(`cd ${layer} && stat -c '%n %u %g' *`)).toBe(
      'large 65534 65534\nlast 65535 65534\nnegative 65534 65534\n',
    );
  });

  it('by a setuid program of root, which is root of nothing but its machine', async () => {
    const layer = await pulled('setuid', [{ name: 'su', mode: 0o4755, body: 'x' }]);
    expect(await ground().puller.look(`stat -c '%a %u' ${layer}/su`)).toBe('4755 0\n');
    expect(await ground().puller.look('stat -c %u .')).toBe('0\n');
  });
});
