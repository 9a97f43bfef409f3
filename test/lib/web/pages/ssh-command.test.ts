import { expect, test } from 'vitest';
import type { Image } from '#lib/generated/client/schemas.ts';
import { publicAddress, sshCommand } from '#lib/web/pages/compute/instances/ssh-command.ts';

const own = {
  elastic_ip: null,
  image_id: 'debian-12',
  public_ip: '203.0.113.7',
  ssh_port: 42_017,
};
const elastic = { ...own, elastic_ip: { id: 'eip-1', address: '203.0.113.99' } };
const image = { default_user: 'debian' } as Image;
const healthOf = (...capabilities: string[]) => ({ compute: { driver: 'a', capabilities, images: [], kinds: [] } });

test('an instance is reached at its public address and port, and at an elastic IP without a port', () => {
  const health = healthOf('users');
  expect([publicAddress(own), sshCommand(own, { image, health })]).toEqual([
    '203.0.113.7:42017',
    'ssh -p 42017 root@203.0.113.7',
  ]);
  expect([publicAddress(elastic), sshCommand(elastic, { image, health })]).toEqual([
    '203.0.113.99',
    'ssh root@203.0.113.99',
  ]);
});

test.each([['users'], ['single_user']])('where machines are %s, root is let in whatever the image is', (word) => {
  const health = healthOf('ssh', word);
  expect(sshCommand(own, { image: undefined, health })).toBe('ssh -p 42017 root@203.0.113.7');
  expect(sshCommand({ ...own, image_id: 'snap-1' }, { image: undefined, health })).toBe(
    'ssh -p 42017 root@203.0.113.7',
  );
});

test('elsewhere the user is that of the image, and that of a snapshot or of an unknown image is nobody', () => {
  const health = healthOf('ssh');
  expect(sshCommand(own, { image, health })).toBe('ssh -p 42017 debian@203.0.113.7');
  expect(sshCommand({ ...own, image_id: 'snap-1' }, { image, health })).toBeUndefined();
  expect(sshCommand(own, { image: undefined, health })).toBeUndefined();
  expect(sshCommand(own, { image, health: undefined })).toBeUndefined();
});
