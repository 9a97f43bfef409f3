import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to be somebody else by the setuid programs of the host',
  needs: ['shared_kernel', 'single_user'],
  async by({ attacker }) {
    expect(await attacker.out('grep -h NoNewPrivs /proc/self/status /proc/1/status | sort -u')).toBe(
      'NoNewPrivs:\t1\n',
    );
    const found = (await attacker.out('find /usr/bin /usr/sbin -xdev -perm /6000 -type f 2>/dev/null'))
      .trim()
      .split('\n');
    expect(found.length).toBeGreaterThan(0);
    await attacker.out(
      'printf "root:0:65536\\nroot:100000:65536\\n" | tee /etc/subuid > /etc/subgid; cp /usr/bin/env ~/suid; chown root ~/suid; chmod 6755 ~/suid',
    );
    expect(await attacker.out('findmnt -no OPTIONS /usr || grep " /usr " /proc/self/mountinfo')).toMatch(/nosuid/);
    const maps = await attacker.out(
      'unshare -U sleep 0.5 >/dev/null 2>&1 & p=$!; sleep 0.1; newuidmap $p 0 0 1 1 1 65535 2>/dev/null; cat /proc/$p/uid_map',
    );
    expect(maps).toBe('');
    await attacker.isRefused('~/suid hostname other');
  },
};
