import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from '#lib/model/platform/mail.ts';

/** The number of mails that a mailbox folder keeps. Older ones are deleted. */
const maxMails = 1000;

const mailFile = /^(mail-[0-9a-z]{26})\.json$/;

/**
 * Puts a mail into a folder (0700) as two files (0600): its content as `<id>.json`, and the raw message as `<id>.eml`.
 * The same mail again replaces its files. The newest 1,000 mails are kept.
 */
export async function dropInMailbox(dir: string, mail: Mail, raw: Buffer): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // Writes the JSON last: once it exists, the mail is complete.
  await write(join(dir, `${mail.id}.eml`), raw);
  await write(join(dir, `${mail.id}.json`), `${JSON.stringify(mail)}\n`);
  const old = (await mailIds(dir)).slice(maxMails);
  await Promise.all(
    old.flatMap((id) => ['json', 'eml'].map((kind) => rm(join(dir, `${id}.${kind}`), { force: true }))),
  );
}

/**
 * The newest mails of a folder, newest first, limited to those sent to `to` where it is set. None where the folder is
 * absent.
 */
export async function readMailbox(
  dir: string,
  { to, limit }: { to?: string | undefined; limit: number },
): Promise<Mail[]> {
  const found: Mail[] = [];
  for (const id of await mailIds(dir)) {
    if (found.length === limit) break;
    const mail = await readMail(join(dir, `${id}.json`));
    if (mail && (to === undefined || mail.to === to)) found.push(mail);
  }
  return found;
}

/** The ids, newest first; ids sort by creation time. */
async function mailIds(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(unlessAbsent([]));
  return names
    .flatMap((name) => mailFile.exec(name)?.[1] ?? [])
    .sort()
    .reverse();
}

/** Reads a mail; undefined where it was deleted meanwhile. */
async function readMail(file: string): Promise<Mail | undefined> {
  const text = await readFile(file, 'utf8').catch(unlessAbsent(undefined));
  return text === undefined ? undefined : (JSON.parse(text) as Mail);
}

async function write(file: string, content: string | Buffer): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  await writeFile(temporary, content, { mode: 0o600 });
  await rename(temporary, file);
}

function unlessAbsent<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT') throw error;
    return instead;
  };
}
