import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler as tableStream } from '#functions/scheduled/table-stream.ts';
import { prepareLetter } from '#lib/domain/identity/sessions/reset-mail.ts';
import { postLetters } from '#lib/domain/platform/mail/post.ts';
import {
  deliver as deliverWanted,
  sendNewMails as sendNewWanted,
  sendMails as sendWanted,
} from '#lib/domain/platform/mail/send-mails.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { readMailbox } from '#lib/drivers/mail/mailbox.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import { takeMail } from '#lib/store/platform/mail.ts';
import type { Item } from '#lib/store/platform/read.ts';
import { put, transact } from '#lib/store/platform/write.ts';
import { keyFiles, newEmail } from '#lib/testing/functions/accounts.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { mailbox } from '#lib/testing/functions/mails.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { streamEvent } from '#test/support/http/stream-event.ts';

const sendMails = () => sendWanted(prepareLetter);
const sendNewMails = (keys: readonly string[]) => sendNewWanted(keys, prepareLetter);
const deliver = (id: string) => deliverWanted(id, prepareLetter);

let to: string;
let dir: string;
beforeEach(async () => {
  keyFiles();
  dir = mailbox();
  await testTable();
  to = newEmail();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const received = async () => (await readMailbox(dir, { to, limit: 100 })).map(({ code }) => code);
const waiting = async () => (await allItems()).filter(({ sk }) => sk === 'MAIL');

async function post(code = '111111'): Promise<string> {
  const before = new Set((await waiting()).map(({ id }) => id));
  await transact(await postLetters([{ kind: 'verify_email', to, code }]));
  return (await waiting()).find(({ id }) => !before.has(id))?.id;
}

/** Nothing can be written where the mailbox ought to be. */
const breakMailbox = () => writeFileSync(dir, '');
const mendMailbox = () => rmSync(dir, { force: true });

test('what was posted is sent once, and is gone', async () => {
  await post();
  expect(await sendMails()).toEqual({ next_at: null });
  expect(await sendMails()).toEqual({ next_at: null });
  expect(await received()).toEqual(['111111']);
  expect(await waiting()).toEqual([]);
});

test('many that send at once send a mail once', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, (_, i) => post(`${i}`.repeat(6))));
  await Promise.all([
    sendMails(),
    sendMails(),
    sendNewMails(ids.map((id) => keys.mail(id).pk)),
    ...ids.map((id) => deliver(id)),
  ]);
  expect((await received()).sort()).toEqual(['000000', '111111', '222222', '333333', '444444']);
  expect(await waiting()).toEqual([]);
});

test('what cannot be sent is tried again, ever later, and once it can be it is sent', async () => {
  const id = await post();
  breakMailbox();
  for (const pause of [5, 10, 20, 40]) {
    const asked = Date.now();
    await expect(sendMails()).rejects.toThrow(new RegExp(`^${id} \\(verify_email\\), attempt \\d: `));
    const { next_at } = await sendMails();
    expect(Date.parse(next_at ?? '')).toBeGreaterThan(asked + (pause - 1) * 1000);
    expect(Date.parse(next_at ?? '')).toBeLessThanOrEqual(Date.now() + pause * 1000);
    pass(pause);
  }
  mendMailbox();
  await sendMails();
  expect(await received()).toEqual(['111111']);
  expect(await waiting()).toEqual([]);
});

test('one that cannot be sent keeps no other waiting', async () => {
  await transact(await postLetters([{ kind: 'verify_email', to: 'a@x.in\r\nBcc: b@x.in', code: '999999' }]));
  await post();
  await expect(sendMails()).rejects.toThrow('the recipient is no single e-mail address');
  expect(await received()).toEqual(['111111']);
  expect(await waiting()).toEqual([]);
});

test('a mail that is of no more use is given up', async () => {
  const id = await post();
  breakMailbox();
  await expect(sendMails()).rejects.toThrow();
  mendMailbox();
  pass(601);
  await expect(sendMails()).rejects.toThrow(`${id} (verify_email) was given up after 1 attempts`);
  expect(await received()).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test('who dies while sending leaves it to others a minute later', async () => {
  const id = await post();
  const now = realNow().getTime();
  expect(await takeMail(id, now, now + 60_000)).toMatchObject({ id, attempts: 1 });
  await sendMails();
  expect(await received()).toEqual([]);
  pass(61);
  await sendMails();
  expect(await received()).toEqual(['111111']);
});

test('who dies between sending and noting it sends the same mail once more, not another', async () => {
  const id = await post();
  const [record] = await waiting();
  await sendMails();
  const first = await readMailbox(dir, { to, limit: 100 });
  await transact([put(record as Item & Key)]);
  await sendMails();
  const again = await readMailbox(dir, { to, limit: 100 });
  expect(again.map(({ id }) => id)).toEqual([id]);
  expect(first.map(({ id }) => id)).toEqual([id]);
});

test('what the stream names is sent; other items, and what others sent, are nothing to it', async () => {
  const id = await post();
  await sendNewMails(['U#usr-1', keys.mail(id).pk, 'MAIL#mail-of-nobody']);
  await sendNewMails([keys.mail(id).pk]);
  expect(await received()).toEqual(['111111']);
});

test('the stream tries every mail, and leaves what cannot be sent to the scheduled task', async () => {
  const [first, second] = [await post('111111'), await post('222222')];
  const event = streamEvent([first, second].map((id) => keys.mail(id).pk));
  breakMailbox();
  expect(await tableStream(event)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }, { itemIdentifier: '2' }] });
  expect((await waiting()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  // Delivered again at once, it is not tried again before it is due.
  expect(await tableStream(event)).toEqual({ batchItemFailures: [] });
  expect((await waiting()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  mendMailbox();
  pass(5);
  await sendMails();
  expect((await received()).sort()).toEqual(['111111', '222222']);
});

test('what waits is sealed: neither the code nor the address can be read in the table', async () => {
  const id = await post('314159');
  const stored = JSON.stringify(await waiting());
  expect(stored).not.toContain('314159');
  expect(stored).not.toContain(to);
  expect(keys.mail(id)).toEqual({ pk: `MAIL#${id}`, sk: 'MAIL' });
});
