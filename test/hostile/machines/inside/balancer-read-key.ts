import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { asMachines } from '#lib/agent/hosted/id-range.ts';
import { balancerIn } from '#test/hostile/machines/balancer-spec.ts';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: "to find the key of its load balancer's certificate, in processes and files, its own and the host's",
  needs: ['private_load_balancer'],
  async by({ attacker, driver, state }) {
    const { spec, key } = balancerIn(attacker, '10.20.9.88');
    await driver.balance(spec);
    const asked = await attacker.out(`curl -sk -m 60 -o /dev/null -w '%{http_code}' https://10.20.9.88:8443 || true`);
    expect(asked).toBe('503');
    const line = key.split('\n')[1] ?? '';
    // The marker is put together by the shell, so that the search does not find itself.
    const marker = `"${line.slice(0, 20)}""${line.slice(20, 40)}"`;
    const inFiles = `grep -rlFs -- ${marker} /proc/[0-9]*/cmdline /proc/[0-9]*/environ /run /tmp /var /etc /dev/shm`;
    // Whose process it cannot see, its memory cannot be read either.
    expect(await attacker.out(`${inFiles}; pgrep -f balancer/[e]ngine; pgrep -x node; true`)).toBe('');
    const [file = '', ...args] = [...asMachines(), 'grep', '-rlaFs', '--', line, state];
    const found = () => execFileSync(file, args, { encoding: 'utf8' });
    expect(found).toThrow(expect.objectContaining({ status: 1 }));
    await driver.unbalance(spec.id);
  },
};
