/* The building blocks of the script of a first boot. */

/** A text quoted for the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A step of the script: the name that is logged if it fails, and the words of its command. */
export const call = (what: string, ...words: readonly string[]): string =>
  ['step', what, ...words].map(quoted).join(' ');

/** The shell variable with the default user of the machine's image, which the host sets. */
export const defaultUser = '"$IMAGE_USER"';

/** The step that authorises a key for a user, who is given as a word of the shell. */
export const keyOf = (what: string, user: string, key: string): string =>
  `${call(what, 'let_in')} ${user} ${quoted(key.trim())}`;

/** The step that writes a file. */
export function fileOf(
  what: string,
  file: {
    readonly path: string;
    readonly base64: string;
    readonly permissions?: string | undefined;
    readonly owner?: string | undefined;
    readonly append?: boolean;
    readonly gzip?: boolean;
  },
): string {
  const { path, base64, permissions = '', owner = '', append = false, gzip = false } = file;
  const [how, unpack] = [append ? 'append' : 'replace', gzip ? 'gzip -dc' : 'cat'];
  return call(what, 'put_file', path, permissions, owner, how, unpack, base64);
}

/** The base64 of a text. */
export const base64Of = (text: string): string => Buffer.from(text).toString('base64');
