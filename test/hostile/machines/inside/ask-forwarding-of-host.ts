import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { withClient } from '#test/hostile/machines/raw-ssh.ts';

export const attack: Attack = {
  tries: 'to have the host listen for it, by TCP or by a unix socket',
  async by({ attacker, host }) {
    const answers = await withClient(attacker, async (client) => [
      await new Promise((done) => client.forwardIn('127.0.0.1', 0, (error) => done(error ? 'refused' : 'done'))),
      await new Promise((done) => client.forwardIn('0.0.0.0', 12345, (error) => done(error ? 'refused' : 'done'))),
      await new Promise((done) =>
        client.openssh_forwardInStreamLocal(`${host.open}/sock`, (error) => done(error ? 'refused' : 'done')),
      ),
      await new Promise((done) =>
        client.openssh_forwardOutStreamLocal('/run/init', (error) => done(error ? 'refused' : 'done')),
      ),
      await new Promise((done) => client.subsys('../../bin/sh', (error) => done(error ? 'refused' : 'done'))),
    ]);
    expect(answers).toEqual(Array.from({ length: 5 }, () => 'refused'));
    expect(host.planted()).toEqual([]);
  },
};
