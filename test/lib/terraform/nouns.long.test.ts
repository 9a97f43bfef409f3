import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Served, serve } from '#lib/terraform/protocol/serve.ts';
import { providerCalls } from '#lib/terraform/provider/calls.ts';
import { Client, demand } from '#test/support/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform.ts';
import { isInstalled, type Workspace, workspace } from '#test/support/terraform/workspace.ts';

/* Every noun of the provider by the real Terraform, against a running platform. */

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';
const other = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGPKSUTyz1HwHReFVvD5obVsALAgJRNarH4TRpNePnAS';

let platform: RunningPlatform;
let served: Served;
let client: Client;
beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01' } });
  served = await serve(providerCalls(), () => undefined);
  client = await Client.register(platform.baseUrl);
});
afterAll(async () => {
  served?.close();
  await platform?.stop();
});

let folder: Workspace;
beforeEach(async () => {
  const Addr = { Network: 'unix', String: served.socket };
  const reattach = { Protocol: 'grpc', ProtocolVersion: 6, Pid: process.pid, Test: true, Addr };
  folder = await workspace({
    TF_REATTACH_PROVIDERS: JSON.stringify({ 'svc.invalid/svc/svc': reattach }),
  });
  // The provider runs in this process, so that it does not see Terraform's variables.
  await writeFile(
    join(folder.dir, 'provider.tf'),
    `provider "svc" {\n  endpoint = "${platform.baseUrl}"\n  token = "${client.token}"\n}\n`,
  );
  return () => folder.remove();
});

const api = (path: string, method = 'GET', body?: object) => client.ask(path, { method, ...(body && { body }) });

async function succeeds(...args: string[]): Promise<string> {
  const { status, output } = await folder.run(...args);
  expect(output).not.toContain('Error:');
  expect(status).toBe(0);
  return output;
}
const isEmpty = () => succeeds('plan', '-detailed-exitcode');

/** One noun: how it is written first, after a change in place, and after one that makes it anew. */
interface Story {
  readonly path: string;
  readonly name: string;
  readonly first: string;
  readonly changed: string;
  readonly anew: string;
}

const stories: Record<string, Story> = {
  ssh_key: {
    path: '/compute/ssh-keys',
    name: 'laptop',
    // The comment and the newline are the user's own, and no change.
    first: `name = "laptop"\n  public_key = "${key} me@laptop\\n"`,
    changed: `name = "desk"\n  public_key = "${key} me@laptop\\n"\n  tags = { env = "dev", "a.b" = "c" }`,
    anew: `name = "desk"\n  public_key = "${other}"`,
  },
  vpc: {
    path: '/compute/vpcs',
    name: 'backend',
    first: 'name = "backend"\n  description = "Databases"',
    changed: 'name = "queues"\n  tags = { env = "dev" }',
    anew: 'name = "queues"\n  cidr = "10.99.0.0/20"',
  },
};

describe.runIf(isInstalled)('Terraform', () => {
  test.each(Object.entries(stories))(
    'svc_%s: applied, imported, changed, made anew, drifted, destroyed',
    async (noun, story) => {
      const address = `svc_${noun}.it`;
      const written = (text: string) => folder.configure(`resource "svc_${noun}" "it" {\n  ${text}\n}\n`);
      await written(story.first);
      await succeeds('apply', '-auto-approve');
      await isEmpty();
      const { id } = (await folder.values(address)) as { id: string };

      for (const by of [id, story.name]) {
        await succeeds('state', 'rm', address);
        await succeeds('import', address, by);
        expect((await folder.values(address))?.id).toBe(id);
        await isEmpty();
      }

      await written(story.changed);
      await succeeds('apply', '-auto-approve');
      await isEmpty();
      const changed = demand(await api(`${story.path}/${id}`), 200).body;
      expect(await folder.values(address)).toMatchObject({ id, name: changed.name, tags: changed.tags });

      demand(await api(`${story.path}/${id}`, 'PATCH', { name: 'outside' }), 200);
      expect((await folder.run('plan', '-detailed-exitcode')).status).toBe(2);
      await succeeds('apply', '-auto-approve');
      expect(demand(await api(`${story.path}/${id}`), 200).body.name).toBe(changed.name);

      await written(story.anew);
      expect((await folder.run('plan')).output).toContain('must be replaced');
      await succeeds('apply', '-auto-approve');
      await isEmpty();
      const anew = (await folder.values(address)) as { id: string };
      expect([anew.id === id, (await api(`${story.path}/${id}`)).status]).toEqual([false, 404]);

      demand(await api(`${story.path}/${anew.id}`, 'DELETE'), 200);
      expect((await folder.run('plan')).output).toContain('1 to add, 0 to change, 0 to destroy');
      await succeeds('apply', '-auto-approve');
      const last = (await folder.values(address)) as { id: string };
      await succeeds('destroy', '-auto-approve');
      expect((await api(`${story.path}/${last.id}`)).status).toBe(404);
    },
  );

  test('what the platform would refuse stands at its attribute in the plan, and nothing was made', async () => {
    await folder.configure('resource "svc_vpc" "it" {\n  name = "a b"\n  cidr = "10.0.0.1/20"\n}\n');
    const { status, output } = await folder.run('plan');
    expect(status).toBe(1);
    expect(output).toMatch(
      /name: "a b" must be of A-Z a-z 0-9 \. -[\s\S]*on main\.tf line 7, in resource "svc_vpc" "it":\s+7: {3}name = "a b"/,
    );
    expect(output).toMatch(/cidr: [\s\S]*line 8, in resource/);
    expect(output).toMatch(/Request req-/);
    expect(demand(await api('/compute/vpcs'), 200).body.vpcs.map(({ name }: { name: string }) => name)).not.toContain(
      'a b',
    );
  });

  test('a value that is unknown in the plan, and a key __proto__, which the platform refuses', async () => {
    await folder.configure(`
resource "svc_vpc" "one" {
  name = "one"
}
resource "svc_vpc" "two" {
  name        = "two"
  description = "beside \${svc_vpc.one.id}"
  tags        = { one = svc_vpc.one.id }
}
`);
    await succeeds('apply', '-auto-approve');
    await isEmpty();
    const one = await folder.values('svc_vpc.one');
    expect(await folder.values('svc_vpc.two')).toMatchObject({
      description: `beside ${one?.id}`,
      tags: { one: one?.id },
    });
    await succeeds('destroy', '-auto-approve');
    const refused = [
      ['__proto__ = "x"', 'body: must not have a key "__proto__"'],
      ['"a b.c" = "x"', 'on main.tf line 8'],
    ];
    for (const [tag, expected] of refused) {
      await folder.configure(`resource "svc_vpc" "it" {\n  name = "it"\n  tags = { ${tag} }\n}\n`);
      const { status, output } = await folder.run('plan');
      expect([status, output]).toEqual([1, expect.stringContaining(expected as string)]);
    }
  });
});
