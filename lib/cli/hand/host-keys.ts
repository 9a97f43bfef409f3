import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { readText } from '#lib/cli/config/files.ts';
import { plain, tell } from '#lib/cli/output/terminal.ts';

/** What is needed of a machine to ask for its host key. */
interface Host {
  readonly id: string;
  readonly name: string;
  readonly public_ip: string;
  readonly ssh_port: number;
}

/** Seconds for which a machine may take to answer. */
const patience = 10;

/**
 * Whether the file of known hosts has the machine's host key, which is asked for where it does not. The API serves no
 * host keys to compare with: a new one is taken as it is, and its fingerprint is told, so that a person can.
 */
export async function knowsHost(file: string, host: Host, isQuiet: boolean): Promise<boolean> {
  if (
    readText(file)
      ?.split('\n')
      .some((line) => line.startsWith(`${host.id} `))
  )
    return true;
  const key = await scanned(host);
  if (!key) return false;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  appendFileSync(file, `${host.id} ${key.type} ${key.text}\n`, { mode: 0o600 });
  const print = createHash('sha256')
    .update(Buffer.from(key.text, 'base64'))
    .digest('base64')
    .replace(/={1,2}$/, '');
  if (!isQuiet) tell(`New host key of ${plain(host.name)} (${host.id}), kept from now on: ${key.type} SHA256:${print}`);
  return true;
}

async function scanned({ public_ip, ssh_port }: Host): Promise<{ type: string; text: string } | undefined> {
  const args = ['-T', String(patience), '-t', 'ed25519', '-p', String(ssh_port), public_ip];
  try {
    const { stdout } = await promisify(execFile)('ssh-keyscan', args, { timeout: 2000 * patience });
    const [, type, text] = /^[^#\s]\S* (ssh-ed25519) ([A-Za-z0-9+/]{40,200}={0,2})$/m.exec(stdout) ?? [];
    return type !== undefined && text !== undefined ? { type, text } : undefined;
  } catch {
    return undefined;
  }
}
