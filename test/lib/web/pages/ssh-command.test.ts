import { expect, test } from 'vitest';
import type { Image } from '#lib/generated/client/schemas.ts';
import { publicAddress, sshCommand } from '#lib/web/pages/compute/instances/ssh-command.ts';

const own = { elastic_ip: null, image_id: 'debian-12', public_ip: '203.0.113.7', ssh_port: 42_017 };
const elastic = { ...own, elastic_ip: { id: 'eip-1', address: '203.0.113.99' } };
const debian = { default_user: 'debian' } as Image;

test('an instance is reached at its public address and port, and at an elastic IP without a port', () => {
  expect([publicAddress(own), sshCommand(own, debian)]).toEqual([
    '203.0.113.7:42017',
    'ssh -p 42017 debian@203.0.113.7',
  ]);
  expect([publicAddress(elastic), sshCommand(elastic, debian)]).toEqual(['203.0.113.99', 'ssh debian@203.0.113.99']);
});

test('the user of a snapshot is root, and that of an image that is not known is nobody', () => {
  expect(sshCommand({ ...own, image_id: 'snap-1' }, undefined)).toBe('ssh -p 42017 root@203.0.113.7');
  expect(sshCommand(own, undefined)).toBeUndefined();
});
