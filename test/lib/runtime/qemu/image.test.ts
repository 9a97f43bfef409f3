import { describe, expect, it } from 'vitest';
import { writeCpio } from '#lib/runtime/drivers/qemu/image/cpio.ts';
import { loadOrder } from '#lib/runtime/drivers/qemu/image/modules.ts';
import { listeningIn } from '#lib/runtime/drivers/qemu/inside.ts';

describe('the guest image', () => {
  it('loads a module after what it needs, each once, and leaves out what the kernel has built in', () => {
    const index = new Map([
      ['virtio', { path: 'a/virtio.ko', needs: [] }],
      ['virtio_ring', { path: 'a/virtio_ring.ko', needs: ['virtio'] }],
      ['virtio_blk', { path: 'b/virtio_blk.ko', needs: ['virtio_ring', 'virtio'] }],
      ['virtio_net', { path: 'b/virtio_net.ko', needs: ['virtio_ring', 'virtio'] }],
    ]);
    const order = loadOrder(index, ['virtio_blk', 'ext4', 'virtio_net']);
    expect(order).toEqual(['a/virtio.ko', 'a/virtio_ring.ko', 'b/virtio_blk.ko', 'b/virtio_net.ko']);
  });

  it('writes an archive whose names and contents end at multiples of four bytes', () => {
    const archive = writeCpio([{ path: 'init', mode: 0o100755, data: Buffer.from('hello') }]).toString('latin1');
    expect(archive.slice(0, 6)).toBe('070701');
    expect(Number.parseInt(archive.slice(14, 22), 16)).toBe(0o100755);
    expect(Number.parseInt(archive.slice(54, 62), 16)).toBe(5);
    expect(archive.slice(110, 116)).toBe('init\0\0');
    expect(archive.slice(116, 124)).toBe('hello\0\0\0');
    expect(archive.slice(124, 130)).toBe('070701');
    expect(archive).toContain('TRAILER!!!\0');
    expect(archive.length % 4).toBe(0);
  });

  it('reads where a guest listens, but on its loopback', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue',
      '   0: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000',
      '   1: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000',
      '   2: 0F4CFEA9:0016 024CFEA9:8F2E 01 00000000:00000000 00:00000000',
      '   3: 00000000000000000000000000000000:0050 00000000000000000000000000000000:0000 0A 00000000:00000000',
    ].join('\n');
    expect(listeningIn(table)).toEqual([22, 80]);
  });
});
