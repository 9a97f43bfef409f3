import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demand } from '#test/support/http/client.ts';
import { Bench, type Ground, ground } from '#test/support/terraform/story.ts';
import { isInstalled } from '#test/support/terraform/workspace.ts';

/* What a plan says before anything is done, by the real Terraform, against a running platform. */

let at: Ground;
beforeAll(async () => {
  at = await ground({ SVC_QUOTA_VOLUMES: '0' });
});
afterAll(() => at?.remove());

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.of(at);
  return () => bench.folder.remove();
});

describe.runIf(isInstalled)('Terraform', () => {
  test('what the platform would refuse stands at its attribute in the plan, and nothing was made', async () => {
    await bench.folder.configure('resource "svc_vpc" "it" {\n  name = "a b"\n  cidr = "10.0.0.1/20"\n}\n');
    const { status, output } = await bench.folder.run('plan');
    expect(status).toBe(1);
    expect(output).toMatch(
      /name: "a b" must be of A-Z a-z 0-9 \. -[\s\S]*on main\.tf line 7, in resource "svc_vpc" "it":\s+7: {3}name = "a b"/,
    );
    expect(output).toMatch(/cidr: [\s\S]*line 8, in resource/);
    expect(output).toMatch(/Request req-/);
    expect(
      demand(await bench.client.get('/compute/vpcs'), 200).body.vpcs.map(({ name }: { name: string }) => name),
    ).not.toContain('a b');
  });

  test('a value that is unknown in the plan, and a key __proto__, which the platform refuses', async () => {
    await bench.folder.configure(`
resource "svc_vpc" "one" {
  name = "one"
}
resource "svc_vpc" "two" {
  name        = "two"
  description = "beside \${svc_vpc.one.id}"
  tags        = { one = svc_vpc.one.id }
}
`);
    await bench.succeeds('apply', '-auto-approve');
    await bench.isEmpty();
    const one = await bench.folder.values('svc_vpc.one');
    expect(await bench.folder.values('svc_vpc.two')).toMatchObject({
      description: `beside ${one?.id}`,
      tags: { one: one?.id },
    });
    await bench.succeeds('destroy', '-auto-approve');
    const refused = [
      ['__proto__ = "x"', 'body: must not have a key "__proto__"'],
      ['"a b.c" = "x"', 'on main.tf line 8'],
    ];
    for (const [tag, expected] of refused) {
      await bench.folder.configure(`resource "svc_vpc" "it" {\n  name = "it"\n  tags = { ${tag} }\n}\n`);
      const { status, output } = await bench.folder.run('plan');
      expect([status, output]).toEqual([1, expect.stringContaining(expected as string)]);
    }
  });

  test('an item of a list that would be refused is named by its place', async () => {
    await bench.folder.configure(`
resource "svc_load_balancer" "it" {
  name = "front"
  listeners = [
    { protocol = "http", port = 80 },
    { protocol = "http", port = 99999 },
  ]
}
`);
    const { status, output } = await bench.folder.run('plan');
    expect([status, output]).toEqual([1, expect.stringContaining('listeners[1].port')]);
    expect(output).toMatch(/on main\.tf line 9, in resource "svc_load_balancer" "it":\s+9: {3}listeners = \[/);
  });

  test('a plan has prices, which outputs add, and a quota that is used up is a warning', async () => {
    await bench.folder.configure(`
resource "svc_instance" "it" {
  count            = 2
  name             = "web"
  instance_type_id = "s1-nano"
  image_id         = "ubuntu-24.04"
}
output "monthly" {
  value = sum(svc_instance.it[*].price_monthly)
}
`);
    expect((await bench.folder.run('plan')).output).toMatch(/monthly = 598/);
    await bench.folder.configure(`
resource "svc_volume" "big" {
  name     = "big"
  size_gib = 1
}
`);
    const { status, output } = await bench.folder.run('plan');
    expect([status, output]).toEqual([0, expect.stringContaining('Warning: svc_volume: ')]);
  });

  test('data sources find one by its name, lists by what they are asked for, and none is an error', async () => {
    await bench.folder.configure(`
resource "svc_vpc" "it" {
  name = "named"
  tags = { env = "dev" }
}
data "svc_vpc" "it" {
  name       = "named"
  depends_on = [svc_vpc.it]
}
data "svc_account" "it" {}
data "svc_image" "it" {
  id = "ubuntu-24.04"
}
data "svc_instance_types" "it" {
  name = "s1-nano"
}
data "svc_prices" "it" {}
data "svc_quotas" "it" {
  name = "vpcs"
}
output "found" {
  value = [
    data.svc_vpc.it.id == svc_vpc.it.id,
    data.svc_account.it.email != "",
    data.svc_image.it.default_user,
    contains(data.svc_instance_types.it.instance_types[*].id, "s1-nano"),
    length(data.svc_prices.it.prices) > 0,
    data.svc_quotas.it.quotas[0].name,
  ]
}
`);
    await bench.applies();
    const { output } = await bench.folder.run('show', '-json');
    const [same, email, user, hasNano, prices, quota] = JSON.parse(output).values.outputs.found.value;
    expect([same, email, user, hasNano, prices, quota]).toEqual([true, true, expect.any(String), true, true, 'vpcs']);
    await bench.folder.configure('data "svc_vpc" "it" {\n  name = "absent"\n}\n');
    const none = await bench.folder.run('plan');
    expect([none.status, none.output]).toEqual([1, expect.stringContaining('svc_vpc: none has the name "absent"')]);
  });
});
