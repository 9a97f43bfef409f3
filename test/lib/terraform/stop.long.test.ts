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
});
