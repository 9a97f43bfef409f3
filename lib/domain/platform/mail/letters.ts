import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Letter, Mail } from '#lib/model/platform/mail.ts';
import { setting } from '#lib/model/platform/settings.ts';

interface HtmlPage {
  subject: string;
  before: readonly string[];
  /** The code, or the URL of the link `label`. */
  line: string;
  label: string | undefined;
  after: readonly string[];
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] as string);
const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escaped(text)}</p>`).join('\n');

/** A mail's HTML. It loads no external resources, and every text is escaped. */
function html({ subject, before, line, label, after }: HtmlPage): string {
  const act =
    label === undefined
      ? `<p style="font:600 28px/1.4 ui-monospace,monospace;letter-spacing:.15em">${escaped(line)}</p>`
      : `<p><a href="${escaped(line)}">${escaped(label)}</a></p>\n<p style="color:#555;word-break:break-all">${escaped(line)}</p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#111;max-width:36em;margin:2em auto;padding:0 1em">
${paragraphs(before)}
${act}
${paragraphs(after)}
</body>
</html>
`;
}

interface Page {
  subject: string;
  /** One entry per paragraph. */
  before: string[];
  /** The code or link for the reader, on its own line. */
  act: { code: string } | { link: string; label: string; token?: string };
  after: string[];
}

type Writer<L> = (letter: L) => Page;
type Writers = { [K in Letter['kind']]: Writer<Extract<Letter, { kind: K }>> };

const writers: Writers = {
  verify_email: ({ code }) => ({
    subject: `${code} is your verification code`,
    before: ['Enter this code to verify your e-mail address:'],
    act: { code },
    after: ['It is valid for 10 minutes. If you did not sign up, ignore this mail.'],
  }),
  reset_password: ({ token, takes_over }) => ({
    subject: 'Reset your password',
    before: ['A password reset was requested for this address. To choose a new password, follow this link:'],
    act: { link: linkTo('/reset', token), label: 'Choose a new password', token },
    after: [
      'The link works once, within an hour. A new password ends all your sessions.',
      ...(takes_over ? takeover : []),
      'If you did not request it, ignore this mail: your password does not change.',
    ],
  }),
  invoice: ({ document, number, total, link }) => {
    const word = document === 'invoice' ? 'Tax invoice' : 'Credit note';
    return {
      subject: `${word} ${number}`,
      before: [`${word} ${number} for ${total}, including GST:`],
      act: { link, label: `Open ${number}` },
      after: ['The link is valid for 7 days. For a new one, call GET /auth/billing/invoices at any time.'],
    };
  },
  low_balance: ({ days, balance }) => ({
    subject:
      days > 0 ? `Your balance lasts less than ${days === 1 ? 'a day' : `${days} days`}` : 'Your balance is used up',
    before: [
      `Your wallet has ${balance}.`,
      days > 0
        ? `At the current rate of spending it lasts less than ${days === 1 ? 'a day' : `${days} days`}. To keep everything running, top up:`
        : 'In 60 minutes everything that runs is stopped. Nothing is deleted. To keep it running, top up:',
    ],
    act: wallet(),
    after: ['A program creates an order to pay with POST /auth/billing/topup.'],
  }),
  account_stopped: ({ balance }) => ({
    subject: 'Your machines are stopped',
    before: [
      `Your wallet has ${balance}. Everything that ran is stopped, and you cannot start or create anything. Nothing is deleted. To continue, top up:`,
    ],
    act: wallet(),
    after: ['A paid top-up lifts the suspension at once. Then start your machines again.'],
  }),
  mandate_notice: ({ amount, debit_at }) => ({
    subject: `${amount} will be debited on ${debit_at}`,
    before: [`Your mandate tops up your wallet: ${amount}, including GST, will be debited on ${debit_at} (IST).`],
    act: wallet(),
    after: [
      'To prevent the debit, pause or cancel the mandate before then: PATCH /auth/billing/autopay with paused: true, or DELETE it.',
    ],
  }),
  budget_alert: ({ percent, spent, limit }) => ({
    subject: `${percent} % of this month's budget is spent`,
    before: [`This month you have spent ${spent} of your budget of ${limit}:`],
    act: wallet(),
    after: ['To change the budget or its notifications, call PUT /auth/billing/budget.'],
  }),
  failure: ({ title, message, at }) => ({
    subject: title,
    before: [`${message} (${at}).`],
    act: { link: `${pages()}/console`, label: 'Open the console' },
    after: [
      'GET /auth/activity lists the events of your account. You get at most one mail a day about the same failure.',
    ],
  }),
  team_invite: ({ token, account_name, invited_by, role }) => ({
    subject: 'You are invited to a team',
    before: [
      `${invited_by} invites you to the account “${account_name}” as ${role}. To see the invitation, follow this link:`,
    ],
    act: { link: linkTo('/join', token), label: 'See the invitation', token },
    after: ['It is valid for 7 days. If you do not know the sender, ignore this mail.'],
  }),
};

/** The additional effects of a reset if the address was never verified. */
const takeover = [
  'This address was never verified, so another person may have signed up with it. A new password therefore also revokes everything created before it: all sessions, access keys, bucket keys, presigned links, one-time codes, passwords of IAM users, webhooks, invites and memberships.',
  'Machines with their SSH keys, disks, buckets with their objects, IAM users without credentials, groups, policies and billing settings are kept. Check them, and delete what you did not create.',
];

/** The URL of a page that mails link to, below SVC_PAGES_URL or else the API's own URL. */
function linkTo(page: '/reset' | '/join', token: string): string {
  const base = pages();
  if (!base) throw new Error('SVC_BASE_URL is not set: links in mails begin with it');
  return `${base}${page}?token=${encodeURIComponent(token)}`;
}

/** The console's wallet page. */
const wallet = () => ({ link: `${pages()}/console/billing`, label: 'Open billing' });

/** The base address of the pages; empty if neither setting is set. */
const pages = (): string => (setting('SVC_PAGES_URL') || setting('SVC_BASE_URL') || '').replace(/\/$/, '');

/** The URL of the page that accepts an invitation. */
export const joinUrl = (token: string): string => linkTo('/join', token);

/** Renders a letter as plain text and HTML. */
export function writeLetter(id: string, letter: Letter, now: Date): Mail {
  const write = writers[letter.kind] as Writer<Letter>;
  const { subject, before, act, after } = write(letter);
  const line = 'code' in act ? act.code : act.link;
  const text = [...before, line, ...after].join('\n\n');
  const { kind, to } = letter;
  const label = 'label' in act ? act.label : undefined;
  const { label: _, ...fields } = { label, ...act };
  return {
    id,
    at: rfc3339(now),
    to,
    subject,
    text: `${text}\n`,
    html: html({ subject, before, line, label, after }),
    kind,
    ...fields,
  };
}
