import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Bench, type Ground, ground, tell } from '#test/support/terraform/story.ts';
import { isInstalled } from '#test/support/terraform/workspace.ts';

/* A machine that really boots, by the real Terraform. */

let at: Ground;
beforeAll(async () => {
  at = await ground({ SVC_COMPUTE: 'container', SVC_TIME_SCALE: '1' });
});
afterAll(() => at?.remove());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const image = async () => (await at.client.api.listImages()).images.find(({ available }) => available)?.id;

describe.runIf(isInstalled)('Terraform', () => {
  test('a launch is at most five calls from its plan to its applied state, which TF_LOG tells without a secret', async () => {
    const bench = await Bench.of(at);
    await bench.folder.configure(`
resource "svc_instance" "it" {
  name             = "web"
  instance_type_id = "s1-nano"
  image_id         = "${await image()}"
  user_data        = "#!/bin/sh\\necho hidden\\n"
}
`);
    vi.stubEnv('TF_LOG', 'debug');
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
    await bench.succeeds('apply', '-auto-approve');
    vi.restoreAllMocks();
    const told = lines.filter((line) => line.includes('svc request')).map((line) => JSON.parse(line));
    expect(told.length).toBeLessThanOrEqual(5);
    expect(told.at(0)).toEqual({
      '@level': 'debug',
      '@message': 'svc request',
      operation: 'launchInstance',
      status: 200,
      request_id: expect.stringMatching(/^req-/),
    });
    expect(lines.join('')).not.toMatch(/hidden|eyJ/);
    expect(await bench.folder.values('svc_instance.it')).toMatchObject({ status: 'running' });
    await bench.succeeds('destroy', '-auto-approve');
    await bench.folder.remove();
  });

  test('svc_instance: applied, imported, changed, drifted, destroyed', async () => {
    const bench = await Bench.of(at);
    const shape = `instance_type_id = "s1-nano"\n  image_id = "${await image()}"`;
    await tell(bench, 'instance', {
      first: `name = "web"\n  ${shape}\n  user_data = "#!/bin/sh\\ntrue\\n"`,
      named: 'web',
      changed: `name = "front"\n  ${shape.replace('nano', 'small')}\n  user_data = "#!/bin/sh\\ntrue\\n"`,
      drift: ({ id }) => ['PATCH', `/compute/instances/${id}`, { name: 'outside' }],
      anew: `name = "front"\n  ${shape}\n  user_data = "#!/bin/sh\\nfalse\\n"`,
      gone: ({ id }) => ['DELETE', `/compute/instances/${id}`],
    });
    await bench.folder.remove();
  });
});
