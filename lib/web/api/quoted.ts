/** A word of a POSIX shell, in quotes where it needs them. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", () => `'\\''`)}'`;
