/* How the script of a first boot is written. */

/** The shell's word for a text. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A step of the script: what it is called where it fails, and the words of its command. */
export const call = (what: string, ...words: readonly string[]): string =>
  ['step', what, ...words].map(quoted).join(' ');

/** The shell's word for the user of the machine's image, whom the host names. */
export const defaultUser = '"$IMAGE_USER"';

/** The step that lets in a user, who is a word of the shell, by a key. */
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
