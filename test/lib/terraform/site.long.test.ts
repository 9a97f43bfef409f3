import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificate } from '#test/support/certificate.ts';
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

describe.runIf(isInstalled)('Terraform', () => {
  test("the guide's site is planned with its price, applied, planned again without a change, and destroyed", async () => {
    const bench = await Bench.of(at);
    const { cert, key } = makeCertificate();
    await writeFile(join(bench.folder.dir, 'site.pem'), cert);
    await writeFile(join(bench.folder.dir, 'site.key'), key);
    await bench.folder.configure(site);
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
});
