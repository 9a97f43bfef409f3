import { describe, expect, it } from 'vitest';
import { aptRepository, DAEMON, UNIT_ALONE } from './support/apt-repository.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const POLITE = { grace_ms: 3000, force: false };

/** apt on a machine asks the test's repository alone: nothing outside is needed. */
const APT = 'apt-get -qq -o Dir::Etc::sourcelist=/etc/apt/sources.list.d/ours.list -o Dir::Etc::sourceparts=-';
const SET_UP = `mkdir -p /srv/repo && base64 -d | tar -xC /srv/repo && chmod 755 /srv/repo
echo 'deb [trusted=yes] file:/srv/repo ./' > /etc/apt/sources.list.d/ours.list`;

/** Packages of Debian on a machine, from apt to their services. */
export function describePackages(): void {
  describe('packages on container machines', () => {
    const machines = useSshMachines('container');

    it('are installed with what they need; their services start then, at a boot and when asked, as their users', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const inside = async (command: string, input?: string) =>
        ssh.run(login, command, input === undefined ? {} : { input });
      expect(await inside(SET_UP, aptRepository())).toMatchObject({ code: 0 });
      const install = `export DEBIAN_FRONTEND=noninteractive; ${APT} update && ${APT} install -y ${DAEMON} >/tmp/said 2>&1; echo $?; grep -i 'error\\|policy-rc\\|denied\\|runlevel' /tmp/said`;
      expect((await inside(install)).stdout).toBe('0\n');
      const state = 'dpkg-query -W -f "\\${db:Status-Abbrev}\\${Package}\\n" "clockd*"; ls /etc/rc2.d | grep clockd';
      expect((await inside(state)).stdout).toBe('ii clockd\nii clockd-data\nS01clockd\n');
      const look = `ps -o user= -o args= -p "$(cat /run/clockd.pid)"; stat -c %U /var/lib/clockd/written; cat /var/lib/clockd/written`;
      const running = 'clockd   /bin/sh /usr/sbin/clockd\nclockd\nwritten by clockd\n';
      const looks = async () => (await inside(look)).stdout;
      await expect.poll(looks).toBe(running);
      const before = (await inside('cat /run/clockd.pid')).stdout;
      expect(await inside('service clockd restart')).toMatchObject({ code: 0 });
      expect((await inside('cat /run/clockd.pid')).stdout).not.toBe(before);
      await inside('rm /var/lib/clockd/written');
      await driver.reboot(login.spec, POLITE);
      await expect.poll(looks).toBe(running);
      // Whichever program asks, the package's script runs it.
      const asked =
        'systemctl is-active clockd; systemctl stop clockd; service clockd status >/dev/null 2>&1 || echo stopped';
      expect((await inside(asked)).stdout).toBe('active\nstopped\n');
      const enabled = 'systemctl disable clockd 2>/dev/null; systemctl is-enabled clockd; ls /etc/rc2.d | grep clockd';
      expect((await inside(enabled)).stdout).toBe('disabled\nK01clockd\n');
      const purge = `${APT} purge -y clockd >/tmp/said 2>&1; echo $?; ls /usr/sbin/clockd /etc/rc2.d/*clockd /run/clockd.pid 2>/dev/null; pgrep -f /usr/sbin/clockd`;
      expect((await inside(purge)).stdout).toBe('0\n');
      await driver.destroy(login.spec.id);
    });

    it('that bring a unit alone are enabled by their scripts, run when asked, and come back after a reboot', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const inside = async (command: string, input?: string) =>
        (await ssh.run(login, command, input === undefined ? {} : { input })).stdout;
      await inside(SET_UP, aptRepository());
      await inside(`export DEBIAN_FRONTEND=noninteractive; ${APT} update && ${APT} install -y ${UNIT_ALONE}`);
      const state = `systemctl is-enabled ${UNIT_ALONE}; systemctl is-active ${UNIT_ALONE}`;
      expect(await inside(state)).toBe('enabled\ninactive\n');
      const start = `service ${UNIT_ALONE} start && ${state} && journalctl -u ${UNIT_ALONE} | sed 's/.* //'`;
      expect(await inside(start)).toBe('enabled\nactive\nnobody\n');
      await driver.reboot(login.spec, POLITE);
      await expect.poll(() => inside(state)).toBe('enabled\nactive\n');
      // By what Ansible's module `service` asks.
      const asked = `rc-service ${UNIT_ALONE} stop; rc-service ${UNIT_ALONE} status; rc-update show | grep ${UNIT_ALONE}`;
      expect(await inside(asked)).toBe(`status: stopped\n${UNIT_ALONE}.service | default\n${UNIT_ALONE} | default\n`);
      expect(await inside(`rc-update delete ${UNIT_ALONE} default; rc-update show | grep ${UNIT_ALONE}`)).toBe('');
      expect(await inside(`rc-update add ${UNIT_ALONE} default; ${state}`)).toBe('enabled\ninactive\n');
      await driver.destroy(login.spec.id);
    });
  });
}
