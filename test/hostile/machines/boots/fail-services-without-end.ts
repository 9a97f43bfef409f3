import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

/** What init keeps as it keeps a unit, with its line to the host: it says without end that services have failed. */
const liar = `#!/usr/bin/perl
$SIG{PIPE} = 'IGNORE';
open my $host, '>&=', 3 or die;
my ($line, $sent) = ("failed x.service\\tsignal\\t" . "\\e[2J\\xff" x 200 . "\\n", 0);
while (defined(my $count = syswrite $host, $line)) { last if ($sent += $count) > 1 << 26 }
open my $told, '>', '/root/told';
print $told $sent < 1 << 20 ? "not heard\\n" : "heard\\n";
close $told;
sleep 4272;
`;

export const attack: Attack = {
  tries: 'to fill the platform with services that fail without end',
  needs: ['services', 'perl'],
  async by({ boot, driver, neighbour }) {
    const machine = await boot();
    const honest = [
      'cd /etc/systemd/system',
      'printf "[Service]\\nExecStart=/usr/bin/false\\n" > "fail@.service"',
      'for n in $(seq 20); do systemctl start fail@$n; done 2>/dev/null',
      'wc -w < /run/units/.told',
    ].join('\n');
    expect(await machine.out(honest)).toBe('8\n');
    await machine.run('mkdir /run/units/liar; cat > /run/units/liar/run; chmod 755 /run/units/liar/run; kill -USR2 1', {
      input: liar,
    });
    await expect.poll(() => machine.out('cat /root/told'), { timeout: 20_000 }).toBe('not heard\n');
    expect(await neighbour.out('echo served')).toBe('served\n');
    await driver.stop(machine.id, { grace_ms: 2000, force: false });
    expect(await driver.status(machine.id)).toBe('stopped');
    await driver.destroy(machine.id);
  },
};
