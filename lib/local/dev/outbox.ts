import type { IncomingMessage } from 'node:http';
import { readMailbox } from '#lib/drivers/mail/mailbox.ts';
import type { LocalMail } from '#lib/local/mailbox/open.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Mail } from '#lib/model/platform/mail.ts';

const most = 200;
const usual = 50;

/** GET /dev/outbox?to=&limit=: every mail that the platform sent, newest first, including mail that was just posted. */
export async function showOutbox(
  { url = '' }: IncomingMessage,
  mail: Pick<LocalMail, 'dir' | 'office'>,
): Promise<{ messages: Mail[] }> {
  const query = new URL(url, 'http://localhost').searchParams;
  const unknown = [...query.keys()].find((name) => name !== 'to' && name !== 'limit');
  if (unknown !== undefined) {
    throw new ApiError('unknown_field', `unknown query parameter ${JSON.stringify(unknown)}`);
  }
  const limit = limitOf(query.get('limit'));
  const to = query.get('to')?.trim().toLowerCase();
  await mail.office.send();
  return { messages: await readMailbox(mail.dir, { to: to || undefined, limit }) };
}

function limitOf(text: string | null): number {
  if (text === null) return usual;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  throw new ApiError('validation_failed', `limit: ${JSON.stringify(text)} must be an integer from 1 to ${most}`);
}
