import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Bench, type Ground, ground, idsOf } from '#test/support/terraform/story.ts';
import { isInstalled } from '#test/support/terraform/workspace.ts';

/* Nothing is lost: the state has what the account has, whenever Terraform is stopped. */

let at: Ground;
beforeAll(async () => {
  at = await ground({ SVC_TIME_SCALE: '1' });
});
afterAll(() => at?.remove());

const machines = (count: number) => `
resource "svc_instance" "it" {
  count            = ${count}
  name             = "web-\${count.index}"
  instance_type_id = "s1-nano"
  image_id         = "ubuntu-24.04"
}
`;

describe.runIf(isInstalled)('Terraform', () => {
  test('Ctrl-C in the middle of ten launches leaves a state of all that was launched', async () => {
    const bench = await Bench.of(at);
    const { folder, client } = bench;
    await folder.configure(machines(10));
    const running = folder.start('apply', '-auto-approve');
    const there = async () => (await client.api.listInstances({ query: { limit: 100 } })).instances.map(({ id }) => id);
    await expect.poll(async () => (await there()).length).toBeGreaterThan(2);
    running.kill('SIGINT');
    await once(running, 'exit');
    const launched = await there();
    expect(launched.length).toBeGreaterThan(2);
    expect((await idsOf(folder, 'svc_instance')).sort()).toEqual(launched.sort());
    await bench.succeeds('destroy', '-auto-approve');
    await folder.remove();
  });

  test('a change that fails in its middle keeps what was done, and a machine that was stopped for it runs again', async () => {
    const bench = await Bench.of(at);
    const { folder, client } = bench;
    const machine = (type: string) => `
resource "svc_instance" "it" {
  name             = "it-${type}"
  instance_type_id = "${type}"
  image_id         = "ubuntu-24.04"
}
`;
    await folder.configure(machine('s1-small'));
    await bench.applies();
    // Its disk would shrink, which is known once it is stopped.
    await folder.configure(machine('s1-nano'));
    const { status, output } = await folder.run('apply', '-auto-approve');
    expect([status, output]).toEqual([1, expect.stringContaining('a disk never shrinks')]);
    const [shown] = (await client.api.listInstances({ query: { name: 'it-s1-nano' } })).instances;
    expect(shown).toMatchObject({ status: 'running', instance_type_id: 's1-small' });
    expect(await folder.values('svc_instance.it')).toMatchObject({ name: 'it-s1-nano', instance_type_id: 's1-small' });
    await bench.succeeds('destroy', '-auto-approve');

    const user = (text: string, version: number) => `
resource "svc_iam_user" "it" {
  username         = "person"
  description      = "${text}"
  password         = "${text}"
  password_version = ${version}
}
`;
    await folder.configure(user('correct horse battery staple', 1));
    await bench.applies();
    await folder.configure(user('short', 2));
    expect((await folder.run('apply', '-auto-approve')).status).toBe(1);
    expect(await folder.values('svc_iam_user.it')).toMatchObject({ description: 'short', password_version: 1 });
    await bench.succeeds('destroy', '-auto-approve');
    await folder.remove();
  });
});
