import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installHost } from '#test/support/hosts/installed-host.ts';
import { JoinedHost } from '#test/support/hosts/joined-host.ts';
import { computerAt } from '#test/support/hosts/wire.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { deploys } from './commands.ts';
import { Desk } from './desk.ts';
import { failFirst } from './first.ts';
import { readReport } from './report.ts';
import { credentials, signedFor } from './stage/account.ts';
import { bellName } from './stage/bell-name.ts';
import { startMoto } from './stage/moto.ts';
import { openScriptedPlatform, type Stage } from './stage/open.ts';
import { Steps } from './steps.ts';
import { walk } from './walk.ts';

/*
 * A program that main.ts starts on a computer of its own: deploys to moto, runs what was deployed, walks the guides.
 * Its word is JSON: a folder, this computer's address, and the computer that is to become a host.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Words {
  readonly dir: string;
  readonly address: string;
  readonly host: { readonly address: string; readonly wrapper: readonly string[] };
}

/** The service in a folder of its own, so that packaging it leaves nothing in the checkout. */
function copyService(dir: string): string {
  const service = join(dir, 'service');
  mkdirSync(service);
  for (const name of ['functions', 'lib', 'statemachines', 'node_modules'])
    symlinkSync(join(root, name), join(service, name));
  for (const name of ['serverless.yml', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(service, name));
  return service;
}

/** The sender's identity in SES, as Amazon's console makes and verifies it. */
async function verifySender(moto: string): Promise<void> {
  const headers = { ...signedFor('ses'), 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'Action=VerifyEmailIdentity&EmailAddress=no-reply%40example.in&Version=2010-12-01';
  const { status } = await fetch(moto, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`SES does not verify the sender: ${status}`);
}

/** What is to be ended, the last thing first. */
const closing: (() => unknown)[] = [];

async function closeAll(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}

async function rehearse({ dir, address, host: there }: Words): Promise<void> {
  Object.assign(process.env, credentials);
  const steps = new Steps();
  const { cert, key } = makeCertificate({ names: ['api.example.in', 'hosts.example.in', bellName] });
  const authority = join(dir, 'authority.pem');
  writeFileSync(authority, cert);
  const home = join(dir, 'home');
  mkdirSync(home);
  const service = copyService(dir);
  const moto = await steps.take('moto starts', () => startMoto(5000, join(dir, 'moto.log')));
  closing.unshift(() => moto.close());
  try {
    const desk = new Desk({ root, service, home, authority, moto: moto.url });
    // The package's machine code is for the processor that runs it here.
    const own = `--param architecture=${process.arch === 'arm64' ? 'arm64' : 'x86_64'}`;
    await steps.take('the stack is packaged', () =>
      desk.follow('npm run package -- --stage prod --region ap-south-1', own),
    );
    const deploy = () => desk.follow(deploys, own);
    await failFirst({ steps, desk, deploy });
    await steps.take('the stack is deployed to moto', deploy);
    await verifySender(moto.url);
    const names = { 'api.example.in': 'HttpApi', 'hosts.example.in': 'HostApi' } as const;
    const where = { service, dir, moto: moto.url, names, host: address, port: 443, cert, key, authority };
    const stages: [Stage, ...Stage[]] = [await steps.take('what was deployed runs', () => openScriptedPlatform(where))];
    closing.unshift(() => stages.at(-1)?.close());
    const installed = await steps.take('svc-host is packaged and installed', () => installHost(root, dir));
    const program = join(installed, 'usr/bin/svc-host');
    const computer = computerAt(there);
    const host = new JoinedHost(computer, { program, stateDir: join(dir, 'state'), authority });
    closing.unshift(() => host.kill('SIGTERM'));
    desk.give('AWS_ENDPOINT_URL', stages[0].door.url);
    const redeploy = async (deployed: () => Promise<unknown>) => {
      await stages.at(-1)?.close();
      desk.give('AWS_ENDPOINT_URL', moto.url);
      await deployed();
      const stage = await openScriptedPlatform(where);
      stages.push(stage);
      desk.give('AWS_ENDPOINT_URL', stage.door.url);
    };
    await walk({
      ...{ steps, desk, host, home, closing, own, redeploy },
      get stage() {
        return stages.at(-1) ?? stages[0];
      },
    });
    process.stdout.write(readReport({ steps, stages, desk }));
  } finally {
    await closeAll();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(130)));
rehearse(JSON.parse(process.argv[2] ?? '')).then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`rehearsal: ${error.stack ?? error.message}\n`);
    process.exit(1);
  },
);
