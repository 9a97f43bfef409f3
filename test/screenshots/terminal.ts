import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Terminal } from '#test/support/clients/pty.ts';
import { startPlatform } from '#test/support/platform/platform.ts';
import { drawn } from './draw.ts';

const columns = 92;
const folder = new URL('../../docs/images/', import.meta.url);
/** That of the shell here, and that of a machine. */
const prompt = /[$#] $/;

/** The pictures by their names, each with what is typed in it. */
const pictures: Readonly<Record<string, readonly string[]>> = {
  launch: [
    'svc instance-type list --limit 4 --columns id,cpu,ram,disk,price_monthly',
    'svc instance launch hello --instance-type s1-nano --columns name,status,private_ip',
  ],
  shell: ['svc ssh hello', 'hostname; ip -br address', 'exit', 'svc status'],
};

/** Types the commands of docs/getting-started.md on a terminal, and has a browser draw what the terminal got. */
export async function pictureTerminal(): Promise<void> {
  const platform = await startPlatform({ env: { SVC_COMPUTE: 'container' } });
  const svc = await commandLine(platform.baseUrl);
  try {
    const registered = await svc(['register', 'me@example.com', '--password-stdin'], { input: 'a long passphrase\n' });
    if (registered.code !== 0) throw new Error(registered.err);
    for (const [name, commands] of Object.entries(pictures)) {
      const file = new URL(`${name}.webp`, folder);
      writeFileSync(file, await drawn(await typed(svc, commands), columns));
      process.stdout.write(`${fileURLToPath(file)}\n`);
    }
  } finally {
    await svc.end();
    await platform.stop();
  }
}

/** Everything that a terminal shows while somebody types these commands, each when the one before has ended. */
async function typed(svc: Cli, commands: readonly string[]): Promise<string> {
  const terminal = new Terminal(
    { ...svc, env: { ...svc.env, PS1: '$ ' } },
    'bash',
    ['--noprofile', '--norc', '-i'],
    columns,
  );
  let all = '';
  for (const command of commands) {
    await terminal.sees(prompt);
    all += terminal.shown;
    await terminal.answer('', `${command}\r`);
  }
  await terminal.sees(prompt);
  all += terminal.shown;
  await terminal.answer('', 'exit\r');
  await terminal.exited;
  return all;
}
