import { createServer } from 'node:net';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to speak to the host and to other tenants by abstract sockets',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, stranger, host }) {
    const name = `svc-${host.key}`;
    const server = createServer((socket) => socket.end('the host'));
    await new Promise<void>((done) => server.listen(`\0${name}`, done));
    const listen = `perl -MSocket -e 'socket S, PF_UNIX, SOCK_STREAM, 0; bind S, sockaddr_un("\\0${name}-own") or die; listen S, 5; sleep 60'`;
    await stranger.run(`nohup ${listen} >/dev/null 2>&1 &`);
    const ask = ['', '-own'].map(
      (end) =>
        `socket my $s, PF_UNIX, SOCK_STREAM, 0; print connect($s, sockaddr_un("\\0${name}${end}")) ? "reached" : why(), "\\n";`,
    );
    expect(await attacker.perl(`use Socket; ${ask.map((one) => `{ ${one} }`).join(' ')}`)).toEqual([
      'ECONNREFUSED',
      'ECONNREFUSED',
    ]);
    expect(await attacker.out('grep -c @ /proc/net/unix')).toBe('0\n');
    server.close();
  },
};
