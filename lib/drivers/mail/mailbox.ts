import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from '#lib/model/platform/mail.ts';

/** Mails that a mailbox folder keeps; older ones go. */
const kept = 1000;

const mailFile = /^(mail-[0-9a-z]{26})\.json$/;

/**
 * Puts a mail into a folder (0700) as two files (0600): `<id>.json`, what it says, and `<id>.eml`, what would have gone
 * over the wire. The same mail again takes its own place. The newest 1,000 are kept.
 */
export async function dropInMailbox(dir: string, mail: Mail, raw: Buffer): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // The JSON last: where it stands, the mail is whole.
  await write(join(dir, `${mail.id}.eml`), raw);
  await write(join(dir, `${mail.id}.json`), `${JSON.stringify(mail)}\n`);
  const old = (await mailIds(dir)).slice(kept);
  await Promise.all(
    old.flatMap((id) => ['json', 'eml'].map((kind) => rm(join(dir, `${id}.${kind}`), { force: true }))),
  );
}

/** The newest mails of a folder, newest first, to one address where one is given; none where there is no folder. */
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

/** Newest first: ids sort by the moment at which a mail was written. */
async function mailIds(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(unlessAbsent([]));
  return names
    .flatMap((name) => mailFile.exec(name)?.[1] ?? [])
    .sort()
    .reverse();
}

/** Undefined for one that was cleared away meanwhile. */
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
