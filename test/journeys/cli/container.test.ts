import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Terminal } from '#test/support/clients/pty.ts';
import { passphrase } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

let platform: RunningPlatform;
let svc: Cli;

beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'container' } });
  svc = await commandLine(platform.baseUrl);
});

afterAll(async () => {
  await svc?.end();
  await platform?.stop();
});

test('three commands bring a shell on a machine, with a key that is made on the way', async () => {
  const signed = await svc(['register', 'ann@example.com', '--password-stdin'], { input: `${passphrase}\n` });
  expect(signed.code).toBe(0);
  expect((await svc(['instance', 'launch', 'web', '--instance-type', 's1-nano'])).code).toBe(0);
  const shell = await svc(['ssh', 'web', '--', 'hostname; exit 7']);
  expect(shell).toMatchObject({ code: 7, out: 'web\n', err: expect.stringMatching(/^Adding the SSH key key-\w+ of/) });
});

test('the second time it has the key, and the host is known by its id and by the key that the API names', async () => {
  const { id, host_key } = await svc.json('instance', 'get', 'web');
  expect(await svc(['ssh', 'web', '--', 'true'])).toEqual({ code: 0, out: '', err: '' });
  const known = readFileSync(join(svc.home, '.config/svc/ssh/known_hosts'), 'utf8');
  expect(known).toBe(`${id} ${host_key}\n`);
});

test('doctor says what works inside it, and leaves nothing there', async () => {
  const before = await svc(['ssh', 'web', '--', 'find /etc /tmp /usr/local /var/log | sort']);
  const { checks } = await svc.json('doctor', 'machine', 'web');
  const found = Object.fromEntries(checks.map(({ check, ...more }: { check: string }) => [check, more]));
  expect(found).toMatchObject({
    services: { ok: true, found: 'init keeps them running' },
    systemctl: { ok: true, found: 'a unit has run' },
    shared_memory: { ok: true, found: 'writable' },
    terminals: { ok: true, found: expect.stringMatching(/^\/dev\/pts\/\d+$/) },
    sysctl: { ok: false, found: 'the settings of the kernel are those of the host' },
    devices: { ok: false, found: 'the devices are those of the machine' },
  });
  const left = await svc(['ssh', 'web', '--', 'rmdir /var/log/units; find /etc /tmp /usr/local /var/log | sort']);
  expect(left.out).toBe(before.out);
  expect(await svc(['doctor', 'web'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('svc: doctor: takes nothing, or "machine" and a name'),
  });
});

test('a forward that the machine refuses is told, and ends the connection', async () => {
  const refused = await svc(['ssh', '-R', '0.0.0.0:9001:localhost:1', 'web', '--', 'echo on']);
  expect(refused).toMatchObject({ code: 255, out: '', err: expect.stringContaining('port forwarding failed') });
  expect(await svc(['ssh', '-R', '9001:localhost:1', 'web', '--', 'echo on'])).toMatchObject({ code: 0, out: 'on\n' });
});

test('another machine at the address is not logged in to, at the first time either', async () => {
  expect((await svc(['instance', 'launch', 'other', '--instance-type', 's1-nano'])).code).toBe(0);
  const other = await svc.json('instance', 'get', 'other');
  const { id } = await svc.json('instance', 'get', 'web');
  const file = join(svc.home, '.config/svc/ssh', `host-${id}`);
  const { status, stderr } = spawnSync('ssh', ['-F', file, '-p', `${other.ssh_port}`, id, 'true'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 255, stderr: expect.stringContaining('Host key verification failed') });
  expect((await svc(['instance', 'terminate', 'other', '--yes'])).code).toBe(0);
});

describe('the console', () => {
  test('is a terminal of the machine: size, keys and exit code', async () => {
    const terminal = new Terminal(svc, 'svc', ['console', 'web'], 100);
    await terminal.answer('Ctrl-] hangs up.', 'stty size; echo re""ady\r');
    await terminal.sees(/24 100\s+ready/);
    terminal.resize(77, 33);
    await terminal.answer('ready', 'while [ "$(stty size)" != "33 77" ]; do :; done; echo resi""zed\r');
    await terminal.answer('resized', 'sleep 1000\r');
    await terminal.answer('sleep 1000', '\u0003exit 3\r');
    expect(await terminal.exited).toBe(3);
  });

  test('gives the terminal back, also when it is hung up or killed', async () => {
    const shell = new Terminal(svc, 'bash', ['--noprofile', '--norc', '-i']);
    const mode = 'stty -a | grep -o -- "-\\?icanon"; echo mo""de\r';
    await shell.answer('bash-', 'svc console web; echo ended-$?\r');
    await shell.answer('Ctrl-] hangs up.', 'echo on-the-mach""ine\r');
    await shell.answer('on-the-machine', '\u001d');
    await shell.answer('ended-0', mode);
    await shell.sees(/[^-]icanon\s+mode/);
    await shell.answer('mode', 'svc console web & sleep 0; fg >/dev/null; echo ended-$?\r');
    await shell.sees('Ctrl-] hangs up.');
    const pid = readFileSync(`/proc/${shell.pid}/task/${shell.pid}/children`, 'utf8').trim();
    process.kill(Number(pid), 'SIGTERM');
    await shell.answer('ended-143', mode);
    await shell.sees(/[^-]icanon\s+mode/);
    await shell.answer('mode', 'exit\r');
    await shell.exited;
  });

  test('takes what is piped in', async () => {
    const { code, out } = await svc(['console', 'web'], { input: 'echo $((6 * 7)) >answer\nexit 5\n' });
    expect(code).toBe(5);
    expect(out).toContain('exit 5');
    expect((await svc(['ssh', 'web', '--', 'cat answer'])).out).toBe('42\n');
  });

  test('of a machine that is stopped, or that is not there, is refused', async () => {
    expect((await svc(['console', 'nowhere'])).code).toBe(5);
    const flags = ['--instance-type', 's1-nano', '--image', 'debian-12'];
    await svc.json('instance', 'launch', 'off', ...flags);
    await svc.json('instance', 'stop', 'off', '--force');
    const { code, err } = await svc(['console', 'off']);
    expect({ code, err }).toEqual({ code: 6, err: expect.stringContaining('try: svc instance start off') });
  });
});

test('logs are followed over a reboot, with each line once, until Ctrl-C', async () => {
  const service = [
    '#!/bin/sh',
    'echo "began in $(cat /proc/sys/kernel/random/uuid)"',
    'i=0; while :; do i=$((i + 1)); echo "line $i"; sleep 0.05; done',
  ].join('\n');
  const install = 'cd /etc/services.d/count && cat > run && chmod 755 run && kill -HUP 1';
  const { code } = await svc(['ssh', 'web', '--', `mkdir -p /etc/services.d/count && ${install}`], { input: service });
  expect(code).toBe(0);
  const terminal = new Terminal(svc, 'svc', ['logs', 'web', '-f'], 100);
  await terminal.sees(/began in .*\sline 1\s.*\sline 9\s/s);
  await svc.json('instance', 'reboot', 'web');
  await terminal.sees(/began in .*began in .*\sline 9\s/s);
  const boots = terminal.shown.split(/^began in .*$/m).slice(1);
  await terminal.answer('line 9', '\u0003');
  expect(await terminal.exited).toBe(130);
  expect(boots).toHaveLength(2);
  for (const boot of boots) {
    const lines = [...boot.matchAll(/^line (\d+)\r$/gm)].map(([, number]) => Number(number));
    expect(lines, boot).toEqual(lines.map((_, place) => place + 1));
    expect(lines.length).toBeGreaterThan(8);
  }
  expect((await svc(['ssh', 'web', '--', 'rm -r /etc/services.d/count; pkill -f [c]ount/run; true'])).code).toBe(0);
});

test('standard input goes to the command on the machine', async () => {
  const { out } = await svc(['ssh', 'web', '--', 'cat'], { input: 'a\u0000b\n' });
  expect(out).toBe('a\u0000b\n');
});

test('what fails here is 255, as with OpenSSH', async () => {
  const { code, err } = await svc(['ssh', 'nowhere', '--', 'exit 5']);
  expect({ code, err }).toEqual({ code: 255, err: expect.stringContaining('there is no instance "nowhere"') });
});

test('files and folders go there and come back', async () => {
  mkdirSync(join(svc.home, 'site'));
  writeFileSync(join(svc.home, 'site/index.html'), '<p>hello</p>\n');
  expect((await svc(['scp', '-r', 'site', 'web:'])).code).toBe(0);
  expect((await svc(['scp', 'web:site/index.html', 'back.html'])).code).toBe(0);
  expect(readFileSync(join(svc.home, 'back.html'), 'utf8')).toBe('<p>hello</p>\n');
});

test('OpenSSH itself finds the instances by the include', async () => {
  const { out } = await svc(['ssh-config']);
  const [, file = ''] = /^Include "(.*)"\n$/.exec(out) ?? [];
  expect(readFileSync(file, 'utf8')).toMatch(/^Host svc-web i-\w+\n {2}HostName 127\./);
  const { status, stdout } = spawnSync('ssh', ['-F', file, 'svc-web', 'hostname'], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'web\n' });
});

test('ssh-config changes no machine but with --add-key', async () => {
  const { id, ssh_key_ids } = await svc.json('instance', 'get', 'web');
  await svc(['instance', 'set-ssh-keys', 'web', '--body', '{"ssh_key_ids":[]}']);
  const cleared = await svc.json('instance', 'get', 'web');
  const printed = await svc(['ssh-config']);
  expect(printed).toMatchObject({ code: 0, err: expect.stringContaining('1 of them accept none of your keys') });
  expect((await svc.json('instance', 'get', id)).ssh_key_ids).toEqual(cleared.ssh_key_ids);
  const added = await svc(['ssh-config', '--add-key', '--prefix', 'lab-']);
  expect(added.err).toMatch(/^Adding the SSH key key-\w+ of this context to web /m);
  expect((await svc.json('instance', 'get', id)).ssh_key_ids).toEqual(ssh_key_ids);
  const [, file = ''] = /^Include "(.*)"\n$/.exec(added.out) ?? [];
  expect(readFileSync(file, 'utf8')).toMatch(/^Host lab-web i-/);
});

test('the feed goes on until Ctrl-C, which is 130', async () => {
  const { code, out } = await svc(['activity', '-f', '-o', 'json'], { interruptAt: /instance\.running/ });
  expect(code).toBe(130);
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.map(({ type }) => type)).toContain('instance.launched');
});
