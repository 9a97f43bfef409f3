import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to reach a machine of another VPC',
  needs: ['egress', 'private_network'],
  async by({ attacker, neighbour, stranger }) {
    const { gateway } = attacker.spec.vpc;
    const direct = (place: string, port: number) =>
      `timeout 1 bash -c 'exec 3<>/dev/tcp/${place}/${port} && head -c 3 <&3' 2>/dev/null`;
    expect(await attacker.out(direct(neighbour.ip, 22))).toBe('SSH');
    const ssh = stranger.spec.ssh;
    const ways = [direct(stranger.ip, 22), direct(ssh.host, ssh.port), direct(gateway, ssh.port), direct(gateway, 22)];
    for (const way of ways) expect({ way, said: await attacker.out(way) }).toEqual({ way, said: '' });
    const tunnels = [`${stranger.ip}:22`, `${ssh.host}:${ssh.port}`, `localhost:${ssh.port}`].map(async (to) =>
      attacker.out(
        `timeout 3 bash -c 'exec 3<>/dev/tcp/${gateway}/3128; printf "CONNECT ${to} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n" >&3; head -n 1 <&3'`,
      ),
    );
    for (const answer of await Promise.all(tunnels)) expect(answer).toMatch(/^HTTP\/1.1 403 /);
  },
};
