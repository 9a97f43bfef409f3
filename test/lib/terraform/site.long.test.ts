import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { Bench, type Ground, ground } from '#test/support/terraform/story.ts';
import { isInstalled } from '#test/support/terraform/workspace.ts';

/* The site of docs/terraform.md, as it is printed there. */

let at: Ground;
beforeAll(async () => {
  at = await ground();
});
afterAll(() => at?.remove());

const text = readFileSync(new URL('../../../docs/terraform.md', import.meta.url), 'utf8');
const [, site = ''] = /^```text\n(# site\.tf\n.*?)^```$/ms.exec(text) ?? [];
const [, tests = ''] = /^```text\n(# site\.tftest\.hcl\n.*?)^```$/ms.exec(text) ?? [];

/** A workspace with the site and its certificate. */
async function siteOf(): Promise<{ bench: Bench; key: string }> {
  const bench = await Bench.of(at);
  const { cert, key } = makeCertificate();
  await writeFile(join(bench.folder.dir, 'site.pem'), cert);
  await writeFile(join(bench.folder.dir, 'site.key'), key);
  await bench.folder.configure(site);
  return { bench, key };
}

describe.runIf(isInstalled)('Terraform', () => {
  test("the guide's site is planned with its price, applied, planned again without a change, and destroyed", async () => {
    const { bench, key } = await siteOf();
    const { output } = await bench.folder.run('plan');
    const [, monthly] = /\+ monthly += (\d+)/.exec(output) ?? [];
    await bench.applies();
    const shown = JSON.parse((await bench.folder.run('show', '-json')).output).values.outputs;
    expect([String(shown.monthly.value), shown.address.value]).toEqual([monthly, expect.stringMatching(/^[\d.]+$/)]);
    const { status, output: state } = await bench.folder.run('state', 'pull');
    const privateKey = key.split('\n')[1] as string;
    expect([status, state.includes(privateKey), state.includes(shown.secret_key.value)]).toEqual([0, false, true]);
    await bench.succeeds('destroy', '-auto-approve');
    expect((await bench.client.api.listVpcs()).vpcs.map(({ name }) => name)).not.toContain('site');
    await bench.folder.remove();
  });

  test("the guide's test passes and leaves nothing, and a price over its limit is a failure", async () => {
    const { bench } = await siteOf();
    const file = join(bench.folder.dir, 'site.tftest.hcl');
    await writeFile(file, tests);
    expect(await bench.succeeds('test')).toMatch(/Success! 2 passed, 0 failed\./);
    const left = async () => {
      const [{ vpcs }, { instances }] = await Promise.all([
        bench.client.api.listVpcs(),
        bench.client.api.listInstances(),
      ]);
      const named = vpcs.filter(({ name }) => name === 'site').map(({ name }) => name);
      return [named, instances.filter(({ status }) => status !== 'terminated').length];
    };
    expect(await left()).toEqual([[], 0]);

    await writeFile(file, tests.replace('<= 1000', '<= 100'));
    const { status, output } = await bench.folder.run('test');
    expect([status, output]).toEqual([1, expect.stringMatching(/cost ₹6\d\d a month/)]);
    expect(output).toContain('Failure! 1 passed, 1 failed.');
    expect(await left()).toEqual([[], 0]);
    await bench.folder.remove();
  });
});
