import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to tell the host in the words of its init that it is another process',
  needs: ['shared_kernel', 'perl'],
  async by({ agent, boot, driver, stranger }) {
    const machine = await boot();
    // Nobody reads what is too much, so that its writer would be ended by a signal.
    await machine.perl(`$SIG{PIPE} = "IGNORE";
      my $init = sys("pidfd_open", 1, 0);
      for my $n (3 .. 20) { my $taken = sys("pidfd_getfd", $init, $n, 0); next if $taken < 0; open my $s, "+<&=", $taken or next; syswrite $s, "pid ${agent.pid}\\nup\\npid 1\\n" . "x" x 100000 . "\\n" }
      print "said\\n";`);
    await driver.stop(machine.id, { grace_ms: 200, force: true });
    expect(await driver.status(machine.id)).toBe('stopped');
    expect(existsSync(`/proc/${agent.pid}`)).toBe(true);
    await driver.destroy(machine.id);
    await stranger.isWell();
  },
};
