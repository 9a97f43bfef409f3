import { join } from 'node:path';
import { Failure, usage } from '#lib/cli/failure.ts';
import { configDir } from './environment.ts';
import { locked, namesIn, readText, removeFile, writePrivately } from './files.ts';

/** A platform and who one is there, as it is kept: one file a context. */
export interface Context {
  readonly endpoint: string;
  /** `session` is a login; an access key signs each request (`sigv4`), or is exchanged for a token (`token`). */
  readonly auth: 'session' | 'sigv4' | 'token';
  readonly access_key_id?: string;
  readonly secret_key?: string;
  /** A command of the shell that prints the credentials as JSON, in place of those that are kept here. */
  readonly credential_command?: string;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly refresh_key?: string | undefined;
  /** Who logged in, for people. */
  readonly user?: string;
  /** The format of output where none is asked for. */
  readonly output?: string;
}

const folder = () => join(configDir(), 'contexts');
const fileOf = (name: string) => join(folder(), `${checked(name)}.json`);
const currentFile = () => join(configDir(), 'current');

/** A context's name, which is also that of its file: refuses what is no plain word. */
function checked(name: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name;
  throw usage(`context: "${name}" is not a valid name (letters, digits, ".", "_" and "-", at most 64)`);
}

/** The context of this name; undefined where there is none. */
export function readContext(name: string): Context | undefined {
  const text = readText(fileOf(name));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Context;
  } catch {
    throw new Failure(`${fileOf(name)} is not JSON`, { hint: `svc context remove ${name} --yes` });
  }
}

/** Keeps a context in place of the one before. */
export function writeContext(name: string, context: Context): void {
  writePrivately(fileOf(name), `${JSON.stringify(context, null, 2)}\n`);
}

/** Does the work while no other program that uses this context does any. */
export function lockContext<T>(name: string, work: () => Promise<T>): Promise<T> {
  return locked(join(folder(), `${checked(name)}.lock`), work);
}

/** Forgets a context with its credentials. */
export function removeContext(name: string): void {
  removeFile(fileOf(name));
  if (currentContext() === name) removeFile(currentFile());
}

/** The names of all contexts, in order. */
export function contextNames(): string[] {
  const files = namesIn(folder()).filter((file) => file.endsWith('.json'));
  return files.map((file) => file.slice(0, -'.json'.length)).sort();
}

/** The name of the context that is used where none is named. */
export function currentContext(): string | undefined {
  return readText(currentFile())?.trim() || undefined;
}

/** Uses this context from now on. */
export function useContext(name: string): void {
  if (!readContext(name)) throw unknownContext(name);
  writePrivately(currentFile(), `${name}\n`);
}

/** The refusal of a name that no context has. */
export function unknownContext(name: string): Failure {
  const known = contextNames();
  const hint = known.length > 0 ? `contexts are ${known.join(', ')}` : 'svc login, or svc context add';
  return new Failure(`there is no context "${name}"`, { exit: 5, code: 'not_found', hint });
}
