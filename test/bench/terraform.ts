import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, Client } from '#test/support/http/client.ts';
import { isInstalled, type Workspace, workspace } from '#test/support/terraform/workspace.ts';
import { atMost, type Line, skipped } from './line.ts';
import { npmStart } from './local/platform.ts';
import { interleaved, ratioOf, timed } from './statistics.ts';

const program = fileURLToPath(new URL('../../lib/deploy/npm/terraform.ts', import.meta.url));

const count = 10;
const rounds = 5;
const budget = `${count} instances by Terraform, by the typed client`;

/**
 * Ten instances of `container` from nothing to running: by one `terraform apply`, its plan and the starts of the
 * provider included, and by ten launches of the typed client at once.
 */
export async function benchTerraform(): Promise<Line[]> {
  if (!isInstalled) return [skipped(budget, '≤ 2', 'Terraform is not installed')];
  const platform = await npmStart();
  const made = await mkdtemp(join(tmpdir(), 'svc-mirror-'));
  try {
    const { driver } = (await ask(platform.baseUrl, '/healthz')).body.compute;
    if (driver !== 'container') return [skipped(budget, '≤ 2', `the driver here is ${driver}`)];
    const client = await Client.verified(platform.baseUrl);
    const folder = await mirrored(made, platform.baseUrl, client.token);
    const ratio = await measured(client, folder);
    await folder.remove();
    return [atMost(budget, 2, { value: ratio, note: `the median of ${rounds} rounds` })];
  } finally {
    await rm(made, { recursive: true, force: true });
    await platform.stop();
  }
}

/** A workspace that has the provider as `npm run package:terraform` makes it, and the configuration. */
async function mirrored(made: string, endpoint: string, token: string): Promise<Workspace> {
  execFileSync(process.execPath, [program, 'svc.invalid/svc/svc', join(made, 'out')]);
  const config = join(made, 'terraform.rc');
  await writeFile(config, `provider_installation {\n  filesystem_mirror {\n    path = "${made}/out/mirror"\n  }\n}\n`);
  const folder = await workspace({ TF_CLI_CONFIG_FILE: config, SVC_ENDPOINT: endpoint, SVC_TOKEN: token });
  await folder.configure(`resource "svc_instance" "it" {
  count            = ${count}
  name             = "by-terraform-\${count.index}"
  instance_type_id = "s1-nano"
  image_id         = "debian-12"
}
`);
  await done(folder, 'init');
  return folder;
}

async function done(folder: Workspace, ...args: string[]): Promise<void> {
  const { status, output } = await folder.run(...args);
  if (status !== 0) throw new Error(output);
}

/** How much longer Terraform takes, in rounds in which each of the two begins in turn. */
async function measured(client: Client, folder: Workspace): Promise<number> {
  const byClient = async () => {
    const took = await timed(() => Promise.all(Array.from({ length: count }, (_, at) => launched(client, at))));
    const { instances } = await client.api.listInstances({ query: { limit: 100, status: 'running' } });
    await Promise.all(
      instances.map(({ id }) => client.api.waitFor(client.api.terminateInstance({ id }), 'terminated')),
    );
    return took;
  };
  const byTerraform = async () => {
    const took = await timed(() => done(folder, 'apply', '-auto-approve'));
    await done(folder, 'destroy', '-auto-approve');
    return took;
  };
  const times = await interleaved(rounds, { byTerraform, byClient }, 1);
  return ratioOf(times.byTerraform, times.byClient, 1);
}

const launched = ({ api }: Client, at: number) =>
  api.waitFor(
    api.launchInstance({ body: { name: `by-client-${at}`, instance_type_id: 's1-nano', image_id: 'debian-12' } }),
    'running',
  );
