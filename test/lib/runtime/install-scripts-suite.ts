import { beforeAll, describe, expect, it } from 'vitest';
import { installScripts } from './install-scripts.ts';
import type { Login } from './support/openssh.ts';
import { useSshMachines } from './support/ssh-machines.ts';

/** Shapes of the install scripts of well-known software, in words of our own, one after the other on one machine. */
export function describeInstallScripts(): void {
  describe('a script that is piped into a shell of a machine', () => {
    const machines = useSshMachines('container');
    let login: Login;
    beforeAll(async () => {
      login = await machines().boot();
    });

    it.for(installScripts.map((one) => [one.about, one] as const))('%s', async ([, one], { skip }) => {
      skip(!machines().driver.capabilities().includes('users'), 'machines here have one user');
      const { script, refused, leaves } = one;
      const { code, stderr } = await machines().ssh.run(login, 'sh -s - --yes', { input: script });
      expect({ code, stderr }).toEqual(refused ?? { code: 0, stderr: '' });
      const [command, output] = leaves;
      expect((await machines().ssh.run(login, command)).stdout).toBe(output);
    });
  });
}
