import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Bench, type Ground, ground, idsOf } from '#test/support/terraform/story.ts';
import { isInstalled } from '#test/support/terraform/workspace.ts';

/* How long the real Terraform waits, and what it moves without a call. */

let at: Ground;
beforeAll(async () => {
  // Machines that take long: a launch never ends within a second.
  at = await ground({ SVC_TIME_SCALE: '5' });
});
afterAll(() => at?.remove());

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.of(at);
  return () => bench.folder.remove();
});

const machine = (timeouts: string) => `
resource "svc_instance" "it" {
  name             = "slow"
  instance_type_id = "s1-nano"
  image_id         = "ubuntu-24.04"
  timeouts         = ${timeouts}
}
`;

describe.runIf(isInstalled)('Terraform', () => {
  test('a launch that outlasts its timeout is an error, and the machine is in the state', async () => {
    const { folder } = bench;
    await folder.configure(machine('{ create = "soon" }'));
    const invalid = await folder.run('validate');
    expect([invalid.status, invalid.output]).toEqual([
      1,
      expect.stringMatching(/timeouts\.create: "soon" is not a duration[\s\S]*on main\.tf line 11, in resource/),
    ]);
    await folder.configure(machine('{ create = "1s" }'));
    const { status, output } = await folder.run('apply', '-auto-approve');
    expect([status, output]).toEqual([1, expect.stringMatching(/i-\w+: is still \w+ after 1s\s+\(timeouts\.create\)/)]);
    const [id] = await idsOf(folder, 'svc_instance');
    expect((await bench.client.api.getInstance({ id: id as string })).name).toBe('slow');
  });

  test('moved leads to another name and into a count, and to no other type', async () => {
    const vpc = (name: string, count: string, more = '') =>
      bench.folder.configure(`resource "svc_vpc" "${name}" {\n  ${count}\n  name = "kept"\n}\n${more}`);
    await vpc('one', '');
    await bench.applies();
    const [id] = await idsOf(bench.folder, 'svc_vpc');
    await vpc('two', 'count = 1', 'moved {\n  from = svc_vpc.one\n  to   = svc_vpc.two[0]\n}\n');
    expect(await bench.succeeds('plan')).toContain('svc_vpc.one has moved to svc_vpc.two[0]');
    await bench.applies();
    expect(await idsOf(bench.folder, 'svc_vpc')).toEqual([id]);
    await bench.folder.configure(
      'resource "svc_ssh_key" "it" {\n  name = "k"\n  public_key = "k"\n}\n' +
        'moved {\n  from = svc_vpc.two[0]\n  to   = svc_ssh_key.it\n}\n',
    );
    const { status, output } = await bench.folder.run('plan');
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/svc_ssh_key: a svc_vpc of svc\.invalid\/svc\/svc is another\s+resource/),
    ]);
    await vpc('two', 'count = 1');
    await bench.succeeds('destroy', '-auto-approve');
  });
});
