import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demand } from '#test/support/client.ts';
import { Bench, type Ground, ground } from '#test/support/terraform/story.ts';
import { isInstalled } from '#test/support/terraform/workspace.ts';

/* What a plan says before anything is done, by the real Terraform, against a running platform. */

let at: Ground;
beforeAll(async () => {
  at = await ground();
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
});
