import { expect, it } from 'vitest';
import { type TarEntry, tarOf } from '#test/lib/runtime/support/tar-of.ts';
import { describeHostileImages } from './ground.ts';

const MIB = 1024 * 1024;

describeHostileImages('a layer that is too large', (ground) => {
  const refusal = async (name: string, tar: Buffer) => {
    const { registry, puller } = ground();
    return puller.pull(registry.push(name, [tar]));
  };
  const unpacked = (sentence: string) => ({ refused: `a layer cannot be unpacked: ${sentence}` });

  it('by zeros that compress to a thousandth', async () => {
    const body = Buffer.alloc(65 * MIB);
    expect(await refusal('bomb', tarOf([{ name: 'zeros', body }]))).toEqual({
      refused: 'it has more than 64 MiB unpacked',
    });
  });

  it('by two layers, each of which is small enough', async () => {
    const { registry, puller } = ground();
    const half = (name: string) => tarOf([{ name, body: Buffer.alloc(40 * MIB) }]);
    const said = await puller.pull(registry.push('halves', [half('a'), half('b')]));
    expect(said).toEqual({ refused: 'it has more than 64 MiB unpacked' });
  });

  it('by more files than a layer may have', async () => {
    const entries = Array.from({ length: 2001 }, (_, at): TarEntry => ({ name: `${at}` }));
    expect(await refusal('files', tarOf(entries))).toEqual(unpacked('it has more than 2000 files'));
  });

  it('by folders that no entry names', async () => {
    const entries = Array.from({ length: 100 }, (_, at): TarEntry => ({ name: `${at}/${'a/'.repeat(29)}b` }));
    expect(await refusal('folders', tarOf(entries))).toEqual(unpacked('it has more than 2000 files'));
  });

  it('by folders within folders', async () => {
    const pax = { path: 'a/'.repeat(33) };
    expect(await refusal('depth', tarOf([{ name: 'a', type: '5', pax }]))).toEqual(
      unpacked('it has folders more than 32 deep'),
    );
  });

  it('by a header that promises more than follows', async () => {
    expect(await refusal('short', tarOf([{ name: 'a', size: 2 ** 32 }]))).toEqual(unpacked('it ends too early'));
  });

  it('by a header without an end', async () => {
    expect(await refusal('header', tarOf([{ name: 'a', type: 'x', size: 2 ** 31 }]))).toEqual(
      unpacked('a header of it is too long'),
    );
  });

  it('by holes', async () => {
    const pax = { 'GNU.sparse.major': '1', 'GNU.sparse.realsize': `${2 ** 40}` };
    expect(await refusal('sparse', tarOf([{ name: 'a', pax }]))).toEqual(unpacked('it has a sparse file'));
  });

  it('by what is no tar', async () => {
    expect(await refusal('noise', Buffer.alloc(4096, 'x'))).toEqual(unpacked('a header of it is no number'));
  });
});
