import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexPackages } from '#test/lib/runtime/support/apt-repository.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { blocksOf } from '#test/support/documents/documents.ts';
import { runnable } from '#test/support/documents/read-document.ts';
import { Reader } from '#test/support/documents/reader.ts';
import { notShown } from '#test/support/documents/shown-output.ts';
import { passphrase } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/*
 * docs/ansible.md as it is printed, by the real Ansible. Its machines have the packages of the distribution from a
 * repository of their own, which this computer's apt fills: they need no way out.
 */

const document = 'docs/ansible.md';
/** What the plays install, and what Ansible's module for packages needs. */
const packages = ['python3', 'python3-apt', 'nginx', 'postgresql', 'git', 'cron', 'sudo', 'rsync', 'iputils-ping'];
const isReady = process.getuid?.() === 0 && spawnSync('ansible', ['--version']).status === 0;

let platform: RunningPlatform;
let svc: Cli;
let reader: Reader;
beforeAll(async () => {
  if (!isReady) return;
  platform = await startPlatform({ env: { SVC_COMPUTE: 'container' } });
  svc = await commandLine(platform.baseUrl);
  reader = new Reader(svc.home, [], { SVC_ENDPOINT: platform.baseUrl });
  const signed = await svc(['register', 'ann@example.com', '--password-stdin'], { input: `${passphrase}\n` });
  expect(signed.code).toBe(0);
});
afterAll(async () => {
  reader?.close();
  await svc?.end();
  await platform?.stop();
});

/** The packages that a machine with this status of dpkg lacks, as a repository; undefined where none can be had. */
function repositoryFor(status: string): string | undefined {
  const dir = join(svc.home, 'repo');
  mkdirSync(join(dir, 'partial'), { recursive: true });
  writeFileSync(join(svc.home, 'status'), status);
  const options = [`Dir::State::status=${join(svc.home, 'status')}`, `Dir::Cache::archives=${dir}`];
  const words = [...options, 'APT::Sandbox::User=root'].flatMap((option) => ['-o', option]);
  const how = ['install', '-qq', '-y', '--download-only', '--no-install-recommends'];
  if (spawnSync('apt-get', [...words, ...how, ...packages], { stdio: 'ignore' }).status !== 0) return undefined;
  indexPackages(dir);
  rmSync(join(dir, 'lock'));
  return dir;
}

/** Has apt of a machine ask a repository of its own; false where none can be had. */
async function givePackages(name: string): Promise<boolean> {
  const { out: status } = await svc(['ssh', name, '--', 'cat /var/lib/dpkg/status']);
  const repository = repositoryFor(status);
  if (repository === undefined) return false;
  expect(await svc(['scp', '-r', repository, `${name}:/srv/repo`])).toMatchObject({ code: 0 });
  expect(await svc(['ssh', name, '--', setUp])).toMatchObject({ code: 0, err: '' });
  return true;
}

const setUp = `chmod -R a+rX /srv/repo &&
rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/* &&
echo 'deb [trusted=yes] file:/srv/repo ./' > /etc/apt/sources.list.d/ours.list`;

await whereContainersWork(() => {
  test.runIf(isReady)(
    'the guide sets up nginx and PostgreSQL on machines that it finds by tag',
    async (context) => {
      const [launch, ...others] = runnable(document);
      expect((await reader.paste(launch as never)).faults).toEqual([]);
      for (const name of ['web-1', 'db-1']) {
        if (!(await givePackages(name))) context.skip('apt reaches no source of packages');
      }
      const outputs: string[] = [];
      for (const block of others) {
        const { faults, output } = await reader.paste(block);
        expect(faults, output).toEqual([]);
        outputs.push(output);
        if (block.text.includes('EOF_PLAY')) outputs.push((await again()).output);
      }
      const [shown] = blocksOf(document).filter(({ file }) => file === 'output');
      expect(notShown(shown?.text ?? '', outputs.join('\n'))).toEqual([]);
      expect(outputs.join('\n')).toMatch(/^web-1 +: ok=\d+ +changed=0 +unreachable=0 +failed=0/m);
    },
    600_000,
  );

  test.runIf(isReady)(
    'a play of the modules that roles use most runs without a failure, ignored or not, and changes nothing again',
    async (context) => {
      const launch = ['instance', 'launch', 'tools', '--instance-type', 's1-small', '--tag', 'role=tools'];
      expect(await svc(launch)).toMatchObject({ code: 0 });
      if (!(await givePackages('tools'))) context.skip('apt reaches no source of packages');
      for (const part of ['start', 'again']) {
        const { faults, output } = await reader.paste(shell(part === 'start' ? `${surroundings}${run}` : run));
        expect(faults, output).toEqual([]);
        expect(output).toMatch(
          /^tools +: ok=[4-9]\d +changed=\d+ +unreachable=0 +failed=0 +skipped=[01] +rescued=0 +ignored=0/m,
        );
        if (part === 'again') expect(output.match(/changed=(\d+)/)?.[1], output).toBe('0');
      }
    },
    600_000,
  );
});

/** The play a second time, which changes nothing. */
async function again() {
  const { faults, output } = await reader.paste(shell('ansible-playbook -i inventory site.yml\n'));
  expect([faults, output.match(/changed=[1-9]/g)]).toEqual([[], null]);
  return { output };
}

const shell = (text: string) => ({ language: 'sh', file: undefined, text, line: 0 });

/** What the play of modules reads on this side. */
const surroundings = `svc ssh-config --add-key
printf '#!/bin/sh\\nexec svc ansible-inventory "$@"\\n' > all && chmod 755 all
cp '${fileURLToPath(new URL('./ansible/modules.yml', import.meta.url))}' modules.yml
ssh-keygen -q -t ed25519 -N '' -f deploy
echo 'app on {{ inventory_hostname }}' > page.j2
printf '#!/bin/sh\\ntouch /var/lib/once\\n' > once.sh
mkdir -p files tree && touch files/one tree/two && tar -czf files.tar.gz files
`;
const run = 'ansible-playbook -i all modules.yml\n';
