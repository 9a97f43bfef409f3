import type { ClientChannel } from 'ssh2';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { withClient } from '#test/hostile/machines/raw-ssh.ts';

export const attack: Attack = {
  tries: 'to reach the host by channels that are not a session',
  needs: ['port_forwarding'],
  async by({ attacker, stranger, host }) {
    const targets = [
      ['127.0.0.1', host.port],
      ['localhost', host.port],
      ['0.0.0.0', host.port],
      ['::1', host.port],
      [stranger.ip, 22],
      ['::ffff:127.0.0.1', host.port],
      ['/run/x', 0],
      ['127.0.0.1\0', host.port],
      [attacker.spec.vpc.gateway, host.port],
    ] as const;
    const answers = await withClient(attacker, (client) =>
      Promise.all(
        [...targets, ['169.254.169.254', 80] as const].map(
          ([to, port]) =>
            new Promise<string>((done) => {
              const give = (error: Error | undefined, stream?: ClientChannel) => {
                if (!stream) return done(`refused ${error?.message.slice(0, 0)}`.trim());
                let said = '';
                stream
                  .on('data', (data: Buffer) => {
                    said += data;
                  })
                  .on('close', () => done(said || 'refused'))
                  .end('GET / HTTP/1.0\r\n\r\n');
              };
              client.forwardOut('127.0.0.1', 1, to, port, give);
            }),
        ),
      ),
    );
    // Its own metadata is there as for any program of the machine: by its own name and with a token.
    const ownMetadata = [expect.stringMatching(/^HTTP\/1\.1 401 .*"Host: must be 169\.254\.169\.254"\}\n?$/s)];
    expect(answers).toEqual([...targets.map(() => 'refused'), ...ownMetadata]);
    await stranger.isWell();
  },
};
