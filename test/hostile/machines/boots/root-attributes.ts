import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to lead its root to folders of the host by attributes of the overlay',
  needs: ['packages', 'perl'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const set = process.arch === 'x64' ? 188 : 5;
    const told = await machine.perl(
      `
      mkdir "/srv/led"; mkdir "/srv/led/below";
      for my $name (map { ("user.overlay.$_", "trusted.overlay.$_") } qw(redirect opaque metacopy origin)) {
        my ($path, $value) = ("/srv/led", "${host.open}"); $! = 0;
        print syscall($set, $path, $name, $value, length $value, 0) < 0 ? why() : "done", "\\n";
      }`.replace('$set', String(set)),
    );
    // A kernel that escapes its own names keeps them as the machine's, and reads none of them.
    expect(told.filter((word) => !/^(EPERM|EOPNOTSUPP|done)$/.test(word))).toEqual([]);
    await driver.reboot(machine.spec, { grace_ms: 1000, force: false });
    expect(await machine.out('touch /srv/led/x && ls /srv/led')).toBe('below\nx\n');
    expect(host.planted()).toEqual([]);
    await driver.destroy(machine.id);
  },
};
