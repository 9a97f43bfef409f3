import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeFor } from '#test/support/accounts/totp.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { alarms } from './alarms.ts';
import { email, type Walk } from './given.ts';
import { operate, removeHost } from './operate.ts';
import { recover, restore } from './recover.ts';
import type { Stage } from './stage/open.ts';

const password = 'correct horse battery staple';
const customerEmail = 'meera@example.in';

/** From the sign-up to the bill, and through the guide for operators. */
export async function walk(given: Walk): Promise<void> {
  const { steps, desk, host } = given;
  await becomeOperator(given);
  const join = await steps.take('an operator makes a join token', async () => {
    const { command, id } = JSON.parse(await desk.follow('svc platform create-join-token', '-o json'));
    const [, url = '', token = ''] = /--url (\S+) --token (\S+)/.exec(command) ?? [];
    return { id, url, token };
  });
  await steps.take('svc-host joins over HTTPS by that command', async () => {
    const said = await host.join(join.url, join.token, '--capacity', '4,4096');
    if (!said.stdout.includes('https://hosts.example.in answers')) throw new Error(said.stdout);
    await host.run();
    desk.names.set('host-4k2mq8x1c7vd', host.id);
  });
  await steps.take('the host is active, and /healthz answers 200', async () => {
    const isActive = async () => JSON.parse(await desk.follow('svc platform list-hosts', '-o json'));
    await eventually(async () => JSON.stringify(await isActive()).includes('"active"'));
    await eventually(() => desk.follow('curl -sf https://api.example.in/healthz').then(Boolean, () => false));
  });
  await steps.take('the host listens for its bell', () => eventually(async () => given.stage.bells.open === 1));
  await shell(given);
  await steps.take('the host was rung for its jobs, and no ring was refused to a role', async () => {
    const { rung, refused } = given.stage.bells;
    if (rung === 0 || refused > 0) throw new Error(`rung ${rung} times, refused ${refused} times`);
  });
  const customer = await steps.take('a customer signs up, and verifies the address', () => signUpCustomer(given));
  await steps.take('npm run smoke: the customer’s machine and shell', () =>
    desk.follow(`npm run smoke -- https://api.example.in --email ${customerEmail} --launch`, `<<END\n${password}\nEND`),
  );
  desk.names.set('482910337451', customer);
  await operate(given);
  await recover(given);
  await restore(given);
  await bill(given);
  await alarms(given);
  await removeHost(given);
}

/** Section 4: signs up, verifies the address, turns codes on, becomes an operator and logs in again. */
async function becomeOperator({ steps, desk, stage }: Walk): Promise<void> {
  await desk.follow('svc context add prod --at https://api.example.in');
  await desk.follow('svc context use prod');
  await steps.take('sign-up, by a packaged function', () =>
    desk.run(`svc register ${email} --password-stdin`, `${password}\n`),
  );
  await steps.take('the address is verified by the code that SES took', async () => {
    const code = await eventually(() => codeIn(stage, email));
    await desk.run(`svc account verify-email --code ${code}`);
  });
  const secret = await steps.take('one-time codes are turned on', async () => {
    const { secret } = await desk.json('svc mfa setup');
    await desk.run(`svc mfa enable --code ${await codeFor(secret)}`);
    return secret as string;
  });
  await steps.take('npm run operator names the account', () =>
    desk.follow('AWS_REGION=ap-south-1 npm run operator -- asha@example.in --stage prod'),
  );
  await steps.take('the operator logs in with a one-time code', async () => {
    const terminal = desk.open('svc login asha@example.in');
    await terminal.answer(/Password: /, `${password}\r`);
    await terminal.answer(/One-time code: /, `${await codeFor(secret, 1)}\r`);
    if ((await terminal.exited) !== 0) throw new Error(terminal.shown);
  });
}

/** Signs a customer up; answers the id of the account, whose address is verified. */
async function signUpCustomer({ desk, stage }: Walk): Promise<string> {
  const post = (path: string, body: object) =>
    desk.run(`curl -sf https://api.example.in${path} -H 'content-type: application/json' -d @-`, JSON.stringify(body));
  const { account_id } = JSON.parse(await post('/auth/register', { email: customerEmail, password }));
  const code = await eventually(() => codeIn(stage, customerEmail));
  await post('/auth/verify-email', { email: customerEmail, code });
  return account_id;
}

/** The code of the newest mail to an address. */
function codeIn({ door }: Stage, to: string): string | undefined {
  const mail = door.mails.findLast((one) => one.to === to);
  return (
    mail &&
    /\b(\d{6})\b/.exec(
      mail.text
        .split(/\r?\n\r?\n/)
        .slice(1)
        .join('\n'),
    )?.[1]
  );
}

/** Section 5: the first customer's shell; and a volume and a snapshot. */
async function shell(given: Walk): Promise<void> {
  const { steps, desk } = given;
  await makeKey(given);
  await steps.take('a key is imported', () =>
    desk.follow('svc ssh-key import laptop --public-key @~/.ssh/id_ed25519.pub'),
  );
  await steps.take('a machine is launched', () =>
    desk.follow('svc instance launch first --instance-type s1-nano --image debian-12 --ssh-key laptop'),
  );
  await steps.take('SSH: a shell by OpenSSH', async () => {
    const terminal = desk.open('svc ssh first');
    await terminal.answer(/[#$] $/, 'hostname; echo "$((6 * 7)) is there"; exit\r');
    await terminal.sees('42 is there');
    if ((await terminal.exited) !== 0) throw new Error(terminal.shown);
  });
  await steps.take('a volume of 200 GiB is attached', async () => {
    await desk.run('svc volume create data --size-gib 200 --instance first');
    await desk.run('svc ssh first -- findmnt /mnt/data');
  });
  await steps.take('a snapshot is made', () => desk.run('svc snapshot create first --name kept'));
}

/** The machine ends with what it has, and what it cost is in the wallet's history, to the paisa. */
async function bill({ steps, desk }: Walk): Promise<void> {
  await steps.take('the machine is terminated', () =>
    desk.run('svc instance terminate first --yes --delete-volumes --delete-snapshots'),
  );
  await steps.take('the bill has it, and its books agree', async () => {
    const isCharged = async () => {
      const { month_to_date_paise } = await desk.json('svc billing get');
      const { transactions } = await desk.json('svc transaction list --type usage --include debits');
      const taken = (transactions as { amount_paise: number }[]).reduce((sum, one) => sum - one.amount_paise, 0);
      return taken > 0 && taken === month_to_date_paise;
    };
    const seen = () => desk.run('svc billing get -o json; svc transaction list --include debits -o json');
    await eventually(isCharged, { patience: 150_000, seen });
  });
}

/** Makes the key of the guide, which an agent holds, since OpenSSH does not look below HOME. */
async function makeKey({ desk, home, closing }: Walk): Promise<void> {
  mkdirSync(join(home, '.ssh'), { mode: 0o700 });
  const key = join(home, '.ssh/id_ed25519');
  await desk.run(`ssh-keygen -q -t ed25519 -N '' -C laptop -f ${key}`);
  const socket = join(home, 'agent');
  const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
  closing.unshift(() => agent.kill());
  desk.give('SSH_AUTH_SOCK', socket);
  await eventually(() =>
    desk.run(`ssh-add -q ${key}`).then(
      () => true,
      () => false,
    ),
  );
}
