import { beforeEach, describe, expect, test } from 'vitest';
import { handler as create } from '#functions/auth/policies/create.ts';
import { handler as remove } from '#functions/auth/policies/delete.ts';
import { handler as show } from '#functions/auth/policies/show.ts';
import { handler as update } from '#functions/auth/policies/update.ts';
import { managedById } from '#lib/model/identity/managed-ids.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, documentOf, expectStatus, newPolicy, refusal } from '#test/support/accounts/iam.ts';

const document = documentOf({ Sid: 'look', Action: ['compute:List*', 'compute:Get*'] });

let owner: SignedUp;
let root: Caller;
beforeEach(async () => {
  owner = await verified();
  root = callerOf(owner);
});

describe('a new policy', () => {
  test('is answered with its document, and an ETag', async () => {
    const reply = await root(create, { body: { name: 'intern', description: 'looks', document } });
    expect([reply.status, reply.headers.etag]).toEqual([201, '"v1"']);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^pol-[0-9a-z]{26}$/),
      account_id: owner.account_id,
      name: 'intern',
      description: 'looks',
      type: 'custom',
      document,
      attachment_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await root(show, { params: { id: reply.body.id } })).body).toEqual(reply.body);
  });

  test('with a key twice in its document is refused, at the creation and at a change', async () => {
    const twice =
      '{"Version":"2026-11-01","Statement":[{"Effect":"Deny","Effect":"Allow","Action":"*","Resource":"*"}]}';
    const told = [400, 'validation_failed', 'document.Statement[0].Effect: is given twice'];
    const made = await root(create, { rawBody: `{"name":"two-faced","document":${twice}}` });
    expect(refusal(made)).toEqual(told);
    expect(JSON.parse(made.headers['x-error-fields'] ?? '')).toEqual([
      { field: 'document.Statement[0].Effect', message: 'is given twice' },
    ]);
    const id = await newPolicy(owner, { Action: 'compute:Get*' });
    expect(refusal(await root(update, { params: { id }, rawBody: `{"document":${twice}}` }))).toEqual(told);
    expect((await root(show, { params: { id } })).body.document.Statement[0].Action).toBe('compute:Get*');
  });

  test('names every fault of its document with the place', async () => {
    const statements = [
      { Effect: 'Allow', Action: 'compute:Fly', Resource: '*' },
      { Effect: 'Allow', Action: ['iam:*', 'compute:Swim'], Resource: ['srn:compute:in-mum:1:x'], Principal: '*' },
      { Effect: 'Deny', Action: '*', Resource: '*', Condition: { StringEquals: { 'svc:Moon': 'full' } } },
    ];
    const of = (Statement: unknown[]) =>
      root(create, { body: { name: 'x', document: { Version: '2026-11-01', Statement } } });
    expect(refusal(await of([statements[0]]))).toEqual([
      400,
      'validation_failed',
      'document.Statement[0].Action: unknown action "compute:Fly"',
    ]);
    expect((await of([statements[1]])).body.error).toContain('unknown field "Principal" in document.Statement[0]');
    expect((await of([statements[2]])).body.error).toMatch(
      /^document\.Statement\[0\]\.Condition\.StringEquals\.svc:Moon: unknown condition key "svc:Moon"/,
    );
    expect(refusal(await of([{ ...statements[0], Effect: 'Alow' }]))).toEqual([
      400,
      'validation_failed',
      'document.Statement[0].Effect: "Alow" is not one of Allow, Deny; document.Statement[0].Action: unknown action "compute:Fly"',
    ]);
    expect((await of([statements[1], { ...statements[2], Sid: 'a b' }])).body.error.split('; ')).toEqual([
      'unknown field "Principal" in document.Statement[0]',
      'document.Statement[1].Sid: "a b" must be 1 to 64 of A-Z a-z 0-9 _ -',
      'document.Statement[0].Action[1]: unknown action "compute:Swim"',
      'document.Statement[0].Resource[0]: "srn:compute:in-mum:1:x" must name an account_id of 12 digits, or *',
      expect.stringMatching(/^document\.Statement\[1\]\.Condition\.StringEquals\.svc:Moon: unknown condition key/),
    ]);
    const unprincipled = { ...statements[1], Principal: undefined };
    expect((await of([statements[0], unprincipled])).body.error).toMatch(
      /^document\.Statement\[0\]\.Action: unknown action "compute:Fly"; document\.Statement\[1\]\.Action\[1\]: unknown action "compute:Swim"; document\.Statement\[1\]\.Resource\[0\]: /,
    );
  });

  test('has a name that neither another has nor a managed one, whatever its case', async () => {
    const { id } = await expectStatus(201, root(create, { body: { name: 'intern', document } }));
    const again = await root(create, { body: { name: 'INTERN', document } });
    expect(refusal(again)).toEqual([409, 'already_exists', `name: policy "INTERN" already exists as ${id}`]);
    const managed = await root(create, { body: { name: 'readonlyaccess', document } });
    expect(refusal(managed).slice(0, 2)).toEqual([409, 'already_exists']);
    await expectStatus(200, root(remove, { params: { id } }));
    await expectStatus(201, root(create, { body: { name: 'Intern', document } }));
  });

  test('beyond the account’s quota is refused', async () => {
    process.env.SVC_QUOTA_CUSTOM_POLICIES = '1';
    try {
      await newPolicy(owner);
      const reply = await root(create, { body: { name: 'second', document } });
      expect(refusal(reply).slice(0, 2)).toEqual([403, 'quota_exceeded']);
    } finally {
      delete process.env.SVC_QUOTA_CUSTOM_POLICIES;
    }
  });
});

describe('a managed policy', () => {
  const ids = managedById.map(({ id }) => id);

  test('has one id in every account, and can be named by its name', async () => {
    const { body } = await root(show, { params: { id: 'ComputeFullAccess' } });
    expect(body).toMatchObject({ name: 'ComputeFullAccess', type: 'managed', attachment_count: 0 });
    expect(ids).toContain(body.id);
    const other = callerOf(await verified());
    expect((await other(show, { params: { id: body.id } })).body).toEqual({
      ...body,
      account_id: expect.not.stringContaining(owner.account_id),
    });
  });

  test('is changed by nobody', async () => {
    const params = { id: 'ReadOnlyAccess' };
    for (const reply of [await root(update, { params, body: { document } }), await root(remove, { params })]) {
      expect(refusal(reply)).toEqual([403, 'managed_policy', expect.stringContaining('(ReadOnlyAccess) is managed')]);
    }
  });
});

describe('an update', () => {
  test('replaces document and description; a stale If-Match is refused', async () => {
    const id = await newPolicy(owner);
    const reply = await root(update, { params: { id }, body: { document, description: 'new' } });
    expect(reply.body).toMatchObject({ id, document, description: 'new' });
    const headers = { 'if-match': '"v1"' };
    expect((await root(update, { params: { id }, body: { document }, headers })).status).toBe(412);
    expect((await root(update, { params: { id }, body: { document } })).body.description).toBeNull();
  });
});
