import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropInMailbox, readMailbox } from '#lib/drivers/mail/mailbox.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { mailOf } from './mails.ts';

let home: string;
let dir: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-mailbox-'));
  dir = join(home, 'mailbox');
});
afterEach(() => rmSync(home, { recursive: true }));

const raw = Buffer.from('Subject: x\r\n\r\nx');
const drop = (change = {}) => dropInMailbox(dir, mailOf(change), raw);
const all = { limit: 10_000 };

test('an absent folder is an empty mailbox', async () => {
  expect(await readMailbox(dir, all)).toEqual([]);
});

test('a mail is two files that nobody else may read', async () => {
  const mail = mailOf();
  await dropInMailbox(dir, mail, raw);
  expect(readdirSync(dir).sort()).toEqual([`${mail.id}.eml`, `${mail.id}.json`]);
  expect(readFileSync(join(dir, `${mail.id}.eml`))).toEqual(raw);
  expect(await readMailbox(dir, all)).toEqual([mail]);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
});

test('a mail that comes twice is there once', async () => {
  const mail = mailOf();
  await Promise.all([dropInMailbox(dir, mail, raw), dropInMailbox(dir, { ...mail, code: '123456' }, raw)]);
  expect(await readMailbox(dir, all)).toEqual([mail]);
});

test('the newest stand first, as many as asked for, of one address if told', async () => {
  for (let i = 0; i < 6; i++) {
    await drop({ id: newId('mail', new Date(1e12 + i)), subject: `${i}`, to: i % 2 ? 'odd@x.in' : 'even@x.in' });
  }
  const subjects = async (query: { to?: string; limit: number }) =>
    (await readMailbox(dir, query)).map(({ subject }) => subject).join('');
  expect(await subjects(all)).toBe('543210');
  expect(await subjects({ limit: 2 })).toBe('54');
  expect(await subjects({ limit: 2, to: 'even@x.in' })).toBe('42');
  expect(await subjects({ limit: 2, to: 'nobody@x.in' })).toBe('');
});

test('the newest thousand are kept, and what is no mail is left alone', async () => {
  await drop({ id: newId('mail', new Date(1e12)) });
  writeFileSync(join(dir, 'notes.txt'), '');
  for (let i = 1; i <= 1000; i++) {
    const { id } = mailOf({ id: newId('mail', new Date(1e12 + i)) });
    writeFileSync(join(dir, `${id}.json`), JSON.stringify(mailOf({ id })));
  }
  const newest = mailOf({ id: newId('mail', new Date(2e12)) });
  await dropInMailbox(dir, newest, raw);
  const kept = await readMailbox(dir, all);
  expect(kept).toHaveLength(1000);
  expect(kept[0]).toEqual(newest);
  expect(readdirSync(dir).filter((name) => name.endsWith('.eml'))).toEqual([`${newest.id}.eml`]);
  expect(readdirSync(dir)).toContain('notes.txt');
});
