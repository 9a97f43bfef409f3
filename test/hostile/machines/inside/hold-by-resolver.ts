import type { ClientChannel } from 'ssh2';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { withClient } from '#test/hostile/machines/raw-ssh.ts';

/** It answers more addresses than a name has, or none, and leaves what holds its output for ever. */
const RESOLVER = `#!/bin/sh
[ "$2" = many ] && i=0 && while [ $i -lt 400 ]; do i=$((i + 1)); echo "10.20.9.$((i % 256)) STREAM many"; done
sleep 4250 &
`;

export const attack: Attack = {
  tries: 'to keep descriptors of the host, by a resolver of its own that never ends',
  needs: ['port_forwarding'],
  async by({ attacker, stranger }) {
    const put = `mkdir -p /usr/local/sbin && printf '%s' '${RESOLVER}' > /usr/local/sbin/getent && chmod 755 /usr/local/sbin/getent`;
    expect((await attacker.run(put)).code).toBe(0);
    const answers = await withClient(attacker, (client) =>
      Promise.all(
        ['none', 'many', 'none'].map(
          (name) =>
            new Promise<string>((done) => {
              client.forwardOut('127.0.0.1', 1, name, 9, (error?: Error, stream?: ClientChannel) => {
                stream?.close();
                done(error ? error.message.replace(/^.*direct-tcpip: /, '') : 'opened');
              });
            }),
        ),
      ),
    );
    const unknown = 'none port 9: the machine knows no such name';
    expect(answers).toEqual([unknown, expect.stringMatching(/^many port 9: /), unknown]);
    await attacker.run('rm /usr/local/sbin/getent; pkill -xf "sleep 4250"');
    for (const machine of [attacker, stranger]) await machine.isWell();
  },
};
