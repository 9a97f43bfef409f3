import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinUrl, writeLetter } from '#lib/domain/platform/mail/letters.ts';
import type { Letter } from '#lib/model/platform/mail.ts';

const at = new Date('2026-11-21T04:10:00.500Z');
const write = (letter: Letter) => writeLetter('mail-01', letter, at);

beforeEach(() => void vi.stubEnv('SVC_BASE_URL', 'https://api.example.in'));
afterEach(() => void vi.unstubAllEnvs());

test('a verification mail says its code, in subject, text and HTML', () => {
  const mail = write({ kind: 'verify_email', to: 'a@x.in', code: '012345' });
  expect(mail).toMatchObject({
    id: 'mail-01',
    at: '2026-11-21T04:10:00Z',
    to: 'a@x.in',
    kind: 'verify_email',
    code: '012345',
  });
  expect(mail.subject).toBe('012345 is your verification code');
  expect(mail.text).toContain('\n\n012345\n\n');
  expect(mail.html).toContain('>012345</p>');
  expect([mail.link, mail.token]).toEqual([undefined, undefined]);
});

test('a reset mail links to the page beside the API, or where SVC_PAGES_URL says', () => {
  const mail = write({ kind: 'reset_password', to: 'a@x.in', token: 'rst_x' });
  expect([mail.token, mail.link, mail.code]).toEqual(['rst_x', 'https://api.example.in/reset?token=rst_x', undefined]);
  expect(mail.html).toContain('<a href="https://api.example.in/reset?token=rst_x">Choose a new password</a>');
  vi.stubEnv('SVC_PAGES_URL', 'https://console.example.in/app/');
  expect(write({ kind: 'reset_password', to: 'a@x.in', token: 'rst_x' }).link).toBe(
    'https://console.example.in/app/reset?token=rst_x',
  );
});

test('an invitation says who invites, to what and as what; names are text, not markup', () => {
  const mail = write({
    kind: 'team_invite',
    to: 'a@x.in',
    token: 'ivt_x',
    account_name: '<b>&"Kaveri\'s"</b>',
    invited_by: 'ravi@x.in',
    role: 'developer',
  });
  expect(mail.link).toBe(joinUrl('ivt_x'));
  expect(mail.link).toBe('https://api.example.in/join?token=ivt_x');
  expect(mail.text).toContain('ravi@x.in invites you to the account “<b>&"Kaveri\'s"</b>” as developer.');
  expect(mail.html).toContain('“&lt;b&gt;&amp;&quot;Kaveri&#39;s&quot;&lt;/b&gt;” as developer');
  expect(mail.html).not.toContain('<b>');
  expect(mail.subject).toBe('You are invited to a team');
});

test('without an address of its own the platform writes no link', () => {
  vi.stubEnv('SVC_BASE_URL', '');
  expect(() => joinUrl('x')).toThrow('SVC_BASE_URL is not set: links in mails begin with it');
});

test.each<Letter>([
  { kind: 'low_balance', to: 'a@x.in', days: 3, balance: '₹20.00' },
  { kind: 'account_stopped', to: 'a@x.in', balance: '−₹1.00' },
  { kind: 'mandate_notice', to: 'a@x.in', amount: '₹1,180.00', debit_at: '23 November 2026' },
  { kind: 'budget_alert', to: 'a@x.in', percent: 80, spent: '₹800.00', limit: '₹1,000.00' },
])('a mail of kind $kind links to the page of the wallet', (letter) => {
  const mail = write(letter);
  expect(mail.link).toBe('https://api.example.in/console/billing');
  expect(mail.html).toContain('<a href="https://api.example.in/console/billing">Open billing</a>');
});
