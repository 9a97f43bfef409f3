import { expect } from 'vitest';
import { listening } from '#lib/runtime/system/listening.ts';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { withClient } from '#test/hostile/machines/raw-ssh.ts';

export const attack: Attack = {
  tries: 'to have the host listen for it, by TCP or by a unix socket',
  async by({ attacker, neighbour, host }) {
    const own = 23_457;
    const answers = await withClient(attacker, async (client) => {
      const port = (at: string, number: number) =>
        new Promise((done) => client.forwardIn(at, number, (error) => done(error ? 'refused' : 'done')));
      // Its own loopback is the only one that it may get, and it is not the host's.
      await port('127.0.0.1', own);
      expect(listening().filter((one) => one.port === own)).toEqual([]);
      const asked = `timeout 2 bash -c 'echo > /dev/tcp/${attacker.ip}/${own}' 2>/dev/null && echo reached`;
      expect(await neighbour.out(asked)).toBe('');
      return [
        await port('0.0.0.0', 12_345),
        await port('', 12_345),
        await port(attacker.ip, 12_345),
        await port(attacker.spec.vpc.gateway, 12_345),
        await new Promise((done) =>
          client.openssh_forwardInStreamLocal(`${host.open}/sock`, (error) => done(error ? 'refused' : 'done')),
        ),
        await new Promise((done) =>
          client.openssh_forwardOutStreamLocal('/run/init', (error) => done(error ? 'refused' : 'done')),
        ),
        await new Promise((done) => client.subsys('../../bin/sh', (error) => done(error ? 'refused' : 'done'))),
      ];
    });
    expect(answers).toEqual(Array.from({ length: 7 }, () => 'refused'));
    expect(host.planted()).toEqual([]);
  },
};
