import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Served, serve } from '#lib/terraform/protocol/serve.ts';
import { providerCalls } from '#lib/terraform/provider/calls.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { type Workspace, workspace } from './workspace.ts';

/** A request of somebody else, who does not use Terraform. */
export type Outside = readonly [method: string, path: string, body?: object];

type State = Record<string, unknown> & { readonly id: string };

/** The life of one noun: how it is written first, and what happens to it then. */
export interface Story {
  /** What stands beside it in the configuration. */
  readonly beside?: string;
  readonly first: string;
  /** After a change in place. */
  readonly changed?: string;
  /** After a change for which it is made anew. */
  readonly anew?: string;
  /** What an import takes beside its id. */
  readonly named?: string;
  /** What does not come back by an import, since the platform shows it once. */
  readonly lost?: readonly string[];
  /** A change by others. */
  readonly drift?: (state: State) => Outside;
  /** A deletion by others; undefined of what is always there. */
  readonly gone?: (state: State) => Outside;
}

/** A platform with an account, and the provider in this process. */
export interface Ground {
  readonly platform: RunningPlatform;
  readonly client: Client;
  readonly served: Served;
  remove(): Promise<void>;
}

/** Starts a platform whose machines are simulated, or others. */
export async function ground(env: Record<string, string> = {}): Promise<Ground> {
  const fast = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01', SVC_SIGNUP_CREDIT_PAISE: '100000000' };
  const platform = await startPlatform({ env: { ...fast, ...env } });
  const served = await serve(providerCalls(), () => undefined);
  const client = await Client.verified(platform.baseUrl);
  return {
    platform,
    client,
    served,
    remove: async () => {
      served.close();
      await platform.stop();
    },
  };
}

/** A workspace of Terraform whose provider is in this process. */
export class Bench {
  readonly folder: Workspace;
  readonly client: Client;

  constructor(folder: Workspace, client: Client) {
    this.folder = folder;
    this.client = client;
  }

  /** Makes a workspace that is configured for the account. */
  static async of({ platform, served, client }: Ground): Promise<Bench> {
    const Addr = { Network: 'unix', String: served.socket };
    const reattach = { Protocol: 'grpc', ProtocolVersion: 6, Pid: process.pid, Test: true, Addr };
    const folder = await workspace({
      TF_REATTACH_PROVIDERS: JSON.stringify({ 'svc.invalid/svc/svc': reattach }),
    });
    const fresh = await client.again();
    // The provider runs in this process, so that it does not see Terraform's variables.
    await writeFile(
      join(folder.dir, 'provider.tf'),
      `provider "svc" {\n  endpoint = "${platform.baseUrl}"\n  token = "${fresh.token}"\n}\n`,
    );
    return new Bench(folder, fresh);
  }

  /** Runs a command, which succeeds. */
  async succeeds(...args: string[]): Promise<string> {
    const { status, output } = await this.folder.run(...args);
    expect([args.join(' '), status, output]).toEqual([args.join(' '), 0, expect.not.stringContaining('Error:')]);
    return output;
  }

  /** Applies, after which there is nothing to do. */
  async applies(): Promise<void> {
    await this.succeeds('apply', '-auto-approve');
    await this.isEmpty();
  }

  async isEmpty(): Promise<void> {
    const { status, output } = await this.folder.run('plan', '-detailed-exitcode');
    expect([status, output]).toEqual([0, expect.stringContaining('No changes')]);
  }

  outside = async ([method, path, body]: Outside) => {
    const { status, text } = await this.client.ask(path, { method, ...(body && { body }) });
    expect([path, status, text]).toEqual([path, status < 300 ? status : 200, text]);
  };
}

/** Tells the story of a noun from its creation to its end. */
export async function tell(bench: Bench, noun: string, story: Story): Promise<void> {
  const address = `svc_${noun}.it`;
  const { folder } = bench;
  const write = (text: string) =>
    folder.configure(`${story.beside ?? ''}\nresource "svc_${noun}" "it" {\n  ${text}\n}\n`);
  const state = async () => (await folder.values(address)) as State;

  await write(story.first);
  await bench.applies();
  const { id, ...rest } = await state();
  for (const by of [id, ...(story.named ? [story.named] : [])]) {
    await bench.succeeds('state', 'rm', address);
    await bench.succeeds('import', address, by);
    const taken = await state();
    for (const name of story.lost ?? []) expect([rest[name], taken[name]]).toEqual([expect.any(String), null]);
    expect(taken.id).toBe(id);
    await bench.isEmpty();
  }
  if (story.changed) {
    await write(story.changed);
    expect((await folder.run('plan')).output).toContain('0 to add, 1 to change, 0 to destroy');
    await bench.applies();
    expect((await state()).id).toBe(id);
  }
  if (story.drift) {
    await bench.outside(story.drift(await state()));
    expect((await folder.run('plan', '-detailed-exitcode')).status).toBe(2);
    await bench.applies();
  }
  if (story.anew) {
    await write(story.anew);
    expect((await folder.run('plan')).output).toContain('must be replaced');
    await bench.applies();
  }
  if (story.gone) {
    await bench.outside(story.gone(await state()));
    await expect.poll(async () => (await folder.run('plan')).output).toMatch(/\d to add, 0 to change, 0 to destroy/);
    await bench.applies();
  }
  const last = await state();
  await bench.succeeds('destroy', '-auto-approve');
  if (!story.gone) return;
  const { status, output } = await folder.run('import', address, last.id);
  expect([status, output]).toEqual([1, expect.stringContaining('Cannot import non-existent remote object')]);
}

/** A running machine that Terraform does not know. */
export async function machineOf(client: Client, name: string): Promise<string> {
  const body = { name, instance_type_id: 's1-nano', image_id: 'ubuntu-24.04' };
  const { id } = await client.api.waitFor(client.api.launchInstance({ body }), 'running');
  return id;
}

/** A bucket that Terraform does not know. */
export async function bucketOf(client: Client, name: string): Promise<string> {
  demand(await client.post('/storage/buckets', { name }), 201);
  await client.api.waitFor(client.api.getBucket({ name }), 'active');
  return name;
}

/** The ids of all that the state has of a type. */
export async function idsOf(folder: Workspace, type: string): Promise<string[]> {
  const { output } = await folder.run('show', '-json');
  const resources: { type: string; values: { id: string } }[] = JSON.parse(output).values?.root_module?.resources ?? [];
  return resources.filter((one) => one.type === type).map((one) => one.values.id);
}
