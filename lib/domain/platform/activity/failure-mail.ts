import type { Effect } from '#lib/domain/platform/commit.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { ActivityEvent } from '#lib/model/platform/activity.ts';
import type { EventType } from '#lib/model/platform/event-types.ts';
import type { Letter } from '#lib/model/platform/mail.ts';
import { lastFailureMail, putFailureMail } from '#lib/store/platform/feed.ts';

/** The e-mail address of an account's owner; undefined for an account that does not exist. */
export type OwnerAddress = (account: string) => Promise<string | undefined>;

interface Failure {
  /** The mail's subject line. */
  title: (name: string) => string;
  /** What counts as one subject: the resource, or the whole account. */
  per: 'resource' | 'account';
}

const payment: Failure = { title: () => 'A payment failed', per: 'account' };

/** The failures and warnings about which the account's owner gets a mail (contract 4.11). */
const failures: Partial<Record<EventType, Failure>> = {
  'asg.failed': { title: (name) => `Auto scaling group ${name} failed`, per: 'resource' },
  'autopay.failed': payment,
  'backup.failed': { title: (name) => `A backup of ${name} failed`, per: 'resource' },
  'certificate.expiring': { title: (name) => `Certificate ${name} expires soon`, per: 'resource' },
  'payment.failed': payment,
};

const day = 24 * 60 * 60 * 1000;

/**
 * The mails to an account's owner about the failures among these events: one a day for each subject. Their writes are
 * stale if another process mails the same subject.
 */
export async function failureMails(
  account: string,
  events: readonly ActivityEvent[],
  ownerAddress: OwnerAddress,
): Promise<Required<Pick<Effect, 'writes' | 'letters'>>> {
  const news = new Map<string, { event: ActivityEvent; title: string }>();
  for (const event of events) {
    const failure = failures[event.type];
    if (!failure) continue;
    const title = failure.title(event.name ?? event.resource.slice(event.resource.lastIndexOf('/') + 1));
    const subject = failure.per === 'resource' ? event.resource : title;
    if (!news.has(subject)) news.set(subject, { event, title });
  }
  const none = { writes: [], letters: [] };
  if (news.size === 0) return none;
  const to = await ownerAddress(account);
  if (to === undefined) return none;
  const now = civilNow().getTime();
  const found = [...news].map(async ([subject, { event, title }]) => {
    const last = await lastFailureMail(account, subject);
    if (last !== undefined && last > now - day) return [];
    const letter: Letter = { kind: 'failure', to, title, message: event.message, at: event.at };
    return [{ write: putFailureMail(account, subject, { from: last, to: now }), letter }];
  });
  const mails = (await Promise.all(found)).flat();
  return { writes: mails.map(({ write }) => write), letters: mails.map(({ letter }) => letter) };
}
