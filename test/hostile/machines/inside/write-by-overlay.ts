import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: "to write to the host's programs by an overlay over them",
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, neighbour, host }) {
    const script = `unshare -m sh -c 'mkdir -p /tmp/o; mount -t tmpfs none /tmp/o && mkdir /tmp/o/u /tmp/o/w /tmp/o/m &&
      mount -t overlay none -o lowerdir=/usr/bin,upperdir=/tmp/o/u,workdir=/tmp/o/w,userxattr /tmp/o/m && echo "${host.secret}" >> /tmp/o/m/env'`;
    await attacker.run(script);
    await attacker.run(
      `unshare -m sh -c 'mkdir -p /tmp/p; mount -t overlay none -o lowerdir=/tmp/p,upperdir=/usr,workdir=/usr/share /mnt && touch /mnt/x'`,
    );
    const grep = `grep -c ${host.secret} /usr/bin/env; ls /usr/x 2>/dev/null`;
    expect([await attacker.out(grep), await neighbour.out(grep)]).toEqual(['0\n', '0\n']);
  },
};
