import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { noRehearsal } from '#test/rehearse/missing.ts';

const missing = noRehearsal();
if (missing) process.stderr.write(`the rehearsal is skipped: ${missing}\n`);

const program = fileURLToPath(new URL('../rehearse/main.ts', import.meta.url));

it.skipIf(missing)(
  'a stack on moto is followed from its deployment to the bill, by the commands of the guides',
  async () => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        said += part;
      });
    const [status] = await once(child, 'close');
    expect([status, said]).toEqual([0, expect.stringContaining('SSH: a shell by OpenSSH')]);
    expect(said).toContain('Answers of 5xx:\nThrown by functions:\nNot allowed by a role:\nFailed within moto:\n');
  },
  1_500_000,
);
