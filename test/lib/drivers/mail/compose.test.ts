import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compose } from '#lib/drivers/mail/compose.ts';
import { anyCharacter } from '#test/support/vitest/any-character.ts';
import { mailOf } from './mails.ts';

const from = 'Svc Cloud <no-reply@mail.example.in>';
const composed = async (change = {}, sender = from) => String(await compose(mailOf(change), sender));
const headersOf = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
const header = (raw: string, name: string) =>
  headersOf(raw)
    .filter((line) => line.toLowerCase().startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trim());

test('a mail is text and HTML from the one to the other', async () => {
  const mail = mailOf();
  const raw = String(await compose(mail, from));
  expect(header(raw, 'from')).toEqual([from]);
  expect(header(raw, 'to')).toEqual(['asha@example.com']);
  expect(header(raw, 'subject')).toEqual(['123456 is your verification code']);
  expect(header(raw, 'date')).toEqual(['Sat, 21 Nov 2026 04:10:00 +0000']);
  expect(header(raw, 'message-id')).toEqual([`<${mail.id}@mail.example.in>`]);
  expect(header(raw, 'auto-submitted')).toEqual(['auto-generated']);
  expect(header(raw, 'content-type')[0]).toMatch(/^multipart\/alternative;/);
  expect(raw).toMatch(
    /Content-Type: text\/plain; charset=utf-8[\s\S]*123456[\s\S]*Content-Type: text\/html; charset=utf-8[\s\S]*<p>123456<\/p>/,
  );
});

test('the sender may be a bare address', async () => {
  expect(header(await composed({}, 'no-reply@example.in'), 'from')).toEqual(['no-reply@example.in']);
});

test.each([
  ['a line break', 'a@x.in\r\nBcc: evil@x.in'],
  ['a bare line feed', 'a@x.in\nBcc: evil@x.in'],
  ['a second address', 'a@x.in, evil@x.in'],
  ['a second address behind a semicolon', 'a@x.in;evil@x.in'],
  ['a name with an address', 'evil@x.in <a@x.in>'],
  ['a group', 'g:a@x.in;'],
  ['a quoted mailbox', '"evil@x.in"@x.in'],
  ['a comment', 'a@x.in(evil@x.in)'],
  ['a NUL', 'a@x.in\0'],
  ['no domain', 'a'],
  ['no mailbox', '@x.in'],
])('a recipient with %s is refused', async (_, to) => {
  await expect(composed({ to })).rejects.toMatchObject({
    name: 'UnsendableError',
    message: 'the recipient is no single e-mail address',
  });
});

test.each(['a\r\nBcc: evil@x.in', 'a\nb', 'a\u2028b', 'a\0'])('the subject %j is refused', async (subject) => {
  await expect(composed({ subject })).rejects.toMatchObject({ name: 'UnsendableError' });
});

test.each(['', 'nobody', 'a\r\nBcc: b@x.in <a@x.in>', 'a@x.in, b@x.in'])('the sender %j is refused', async (sender) => {
  await expect(composed({}, sender)).rejects.toThrow(/^SVC_MAIL_FROM is no e-mail address/);
});

test('whatever the subject and the texts, the headers are those of a plain mail, and nobody else gets it', async () => {
  const expected = headersOf(await composed())
    .map((line) => line.split(':')[0])
    .sort();
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), async (subject, text) => {
      const line = subject.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
      const raw = await composed({ subject: line, text, html: text });
      const names = headersOf(raw).map((one) => one.split(':')[0]);
      expect(names.sort()).toEqual(line.trim() === '' ? expected.filter((name) => name !== 'Subject') : expected);
      expect(header(raw, 'to')).toEqual(['asha@example.com']);
    }),
    { numRuns: 100 },
  );
});

test('a text cannot have a file or an address read', async () => {
  const raw = await composed({ text: { path: '/etc/hostname' } as never }).catch((error: Error) => error.message);
  expect(raw).toMatch(/File access rejected/);
});
