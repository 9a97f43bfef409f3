import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as verify } from '#functions/auth/two-factor/verify.ts';
import { handler as importImage } from '#functions/platform/import-image.ts';
import { handler as pull } from '#functions/platform/pull-image.ts';
import { handler as remove } from '#functions/platform/remove-image.ts';
import { getCopy } from '#lib/store/compute/image-copies.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { enrolled } from '#test/functions/auth/mfa/devices.ts';
import { callerOf, expectStatus } from '#test/support/accounts/iam.ts';
import { newOperator, onLaptop } from '#test/support/accounts/operators.ts';
import { codeFor } from '#test/support/accounts/totp.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { startWorkflows, type Workflows } from '#test/support/platform/workflows.ts';
import { newBucket, testObjects } from '#test/support/storage/objects.ts';

const [alpine, alma, ubuntu] = ['alpine-3.22', 'almalinux-9', 'ubuntu-24.04'] as const;

let workflows: Workflows;
let owner: SignedUp;
let host: string;
beforeAll(async () => {
  await testTable();
  await testObjects();
  workflows = await startWorkflows();
  owner = await newOperator();
  host = (await standInHost({ pullable: [alpine, alma], stored: [ubuntu] })).id;
});
afterAll(() => workflows.close());

/** The operator after a login with a one-time code, without which a deployment lets nobody change anything. */
async function withCode(): Promise<SignedUp> {
  const { secret } = await enrolled(owner.bearer);
  const { email, password } = owner;
  const { pending_token } = (await call(login, { body: { email, password } })).body;
  const { body } = await call(verify, { body: { pending_token, code: await codeFor(secret) } });
  return { ...owner, bearer: body.access_token };
}

test('what an operator has done with images of a host is done by a workflow, which begins at once', async () => {
  onLaptop(false);
  const operator = callerOf(await withCode());
  const source = { bucket: await newBucket(owner), key: 'root.tar' };
  await expectStatus(200, operator(pull, { params: { id: alpine }, body: {} }));
  await expectStatus(200, operator(importImage, { params: { id: alma }, body: { source } }));
  await expectStatus(200, operator(remove, { params: { id: ubuntu } }));
  for (const id of [alpine, alma, ubuntu]) {
    const operation = (await getCopy(host, id))?.operation?.id;
    expect(operation).toMatch(/^op-/);
    await expect.poll(() => workflows.calls.map(({ payload }) => payload.operation)).toContain(operation);
  }
});
