import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as listInvoices } from '#functions/auth/billing/list-invoices.ts';
import { handler as showInvoice } from '#functions/auth/billing/show-invoice.ts';
import { handler as makeDocuments } from '#functions/scheduled/documents.ts';
import { handler as tableStream } from '#functions/scheduled/table-stream.ts';
import { ensureStore } from '#lib/domain/storage/documents/ensure-store.ts';
import type { Invoice } from '#lib/model/billing/invoice.ts';
import { getPending } from '#lib/store/billing/invoices.ts';
import { keys } from '#lib/store/keys.ts';
import { remove, transact, update } from '#lib/store/platform/write.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type TestGateway, testGateway } from '#test/support/billing/gateway.ts';
import { invoicesOf, ordered, paid, payer, toppedUp, verify } from '#test/support/billing/topups.ts';
import { streamEvent } from '#test/support/http/stream-event.ts';
import { type TestObjects, testObjects } from '#test/support/storage/objects.ts';
import { textOf } from '#test/support/vitest/pdf.ts';

let gateway: TestGateway;
let objects: TestObjects;
let asha: SignedUp;
beforeAll(async () => {
  objects = await testObjects();
  gateway = await testGateway();
});
beforeEach(async () => {
  asha = await payer();
});
afterEach(() => vi.unstubAllEnvs());

const show = async (id: string): Promise<Invoice> => {
  const { status, body } = await call(showInvoice, { bearer: asha.bearer, params: { id } });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const opened = async ({ document }: Invoice) => {
  const reply = await fetch(document?.url ?? '');
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return textOf(new Uint8Array(await reply.arrayBuffer()));
};
const mailed = async () => (await mailsTo(asha.email)).filter(({ kind }) => kind === 'invoice');

/** An invoice whose document has not been made yet. */
async function invoiced(): Promise<Invoice> {
  const order = await ordered(asha);
  await verify(asha, order, await paid(gateway, order));
  return (await invoicesOf(asha))[0] as Invoice;
}

test('a link leads to the invoice as a PDF, and names it by its number', async () => {
  const { invoice_id } = await toppedUp(gateway, asha);
  const invoice = await show(invoice_id ?? '');
  expect(await opened(invoice)).toContain(invoice.number);
  const { headers } = await fetch(invoice.document?.url ?? '');
  const name = `${invoice.number.replaceAll('/', '-')}.pdf`;
  expect(headers.get('content-disposition')).toBe(`inline; filename="${name}"`);
  expect(await opened((await invoicesOf(asha))[0] as Invoice)).toContain(invoice.number);
});

test("the table's stream has a document made and mailed at once, and ignores what is none", async () => {
  const { id } = await invoiced();
  await tableStream(streamEvent(['ACC#1', keys.document('inv-none').pk]));
  expect((await show(id)).document).toBeNull();
  await tableStream(streamEvent([keys.document(id).pk]));
  expect(await opened(await show(id))).toContain('INR 1,180.00');
  expect(await mailed()).toHaveLength(1);
});

test('one that is kept nowhere any more is made again when it is asked for, and not mailed again', async () => {
  const { invoice_id: id = '' } = (await toppedUp(gateway, asha)) as { invoice_id?: string };
  expect(await mailed()).toHaveLength(1);
  // As an installation has it that kept its documents in a folder.
  const { pk, sk } = keys.invoice(asha.account_id, id);
  await transact([update({ pk, sk }, { remove: ['document_bucket'] })]);
  const { body } = await call(listInvoices, { bearer: asha.bearer });
  expect(body.invoices[0].document).toBeNull();
  const [first, second] = [show(id), show(id)];
  await expect.poll(() => getPending(id)).toMatchObject({ invoice_id: id, again: true });
  await makeDocuments();
  for (const { number } of await Promise.all([first, second])) expect(await opened(await show(id))).toContain(number);
  expect(await getPending(id)).toBeUndefined();
  expect(await mailed()).toHaveLength(1);
});

test('so is one that was kept in a folder, where no document has been kept in a bucket yet', async () => {
  await testTable();
  asha = await payer();
  const { id, number } = await invoiced();
  const { account_id } = asha;
  const document_key = `invoices/${account_id}/${id}.pdf`;
  await transact([remove(keys.document(id)), update(keys.invoice(account_id, id), { set: { document_key } })]);
  const shown = show(id);
  await expect.poll(() => getPending(id)).toMatchObject({ invoice_id: id, again: true });
  await makeDocuments();
  await shown;
  expect(await opened(await show(id))).toContain(number);
});

test('until it is stored an invoice names none; what failed is made by the next scheduled task', async () => {
  const { id } = await invoiced();
  const { bucket } = await ensureStore();
  await objects.admin.configureBucket(bucket, { quota: { maxSizeBytes: 1, maxObjects: null } });
  // Of whichever invoice comes first: others' may wait too.
  await expect(makeDocuments()).rejects.toThrow(/^invoices\/\d{12}\/inv-\w+\.pdf is not stored: 403 QuotaExceeded$/);
  expect((await invoicesOf(asha))[0]?.document).toBeNull();
  expect(await mailed()).toHaveLength(0);
  await objects.admin.configureBucket(bucket, { quota: null });
  await makeDocuments();
  expect(await opened(await show(id))).toContain('INR 1,180.00');
  expect(await mailed()).toHaveLength(1);
});

test('without object storage, or under settings that name none, an invoice is shown all the same, and its document waits', async () => {
  const { id } = await invoiced();
  vi.stubEnv('SVC_OBJECT_ENGINE', '');
  expect(await makeDocuments()).toEqual({ next_at: null });
  expect((await show(id)).document).toBeNull();
  vi.stubEnv('SVC_OBJECT_ENGINE', 'minio');
  await expect(makeDocuments()).rejects.toThrow('SVC_OBJECT_ENGINE: "minio" is not one of embedded, rgw, aws-s3');
  expect((await show(id)).document).toBeNull();
  vi.unstubAllEnvs();
  await makeDocuments();
  expect(await opened(await show(id))).toContain('INR 1,180.00');
});
