import made from '#lib/generated/nouns.json' with { type: 'json' };

/** What the help says of a noun: its group, what it is, and its short name. */
export interface Noun {
  readonly group: string;
  readonly about: string;
  /** Beside the plural. */
  readonly short?: string;
}

/** The nouns of the table, as `svc --help` shows them. */
export const nouns: Readonly<Record<string, Noun>> = made.nouns;

/** The other names of a noun: its plural, where it has one, and its short form. */
export function aliasesOf(name: string, { short }: Pick<Noun, 'short'> = nouns[name] ?? {}): string[] {
  const plural = /s$/.test(name) ? undefined : name.replace(/(?<![aeiou])y$/, 'ie').concat('s');
  return [plural, short, short && `${short}s`].filter((alias): alias is string => alias !== undefined && alias !== '');
}

/** The noun that a word names, by its name or one of its others. */
export const nounOf = (word: string): string | undefined =>
  Object.hasOwn(nouns, word) ? word : Object.keys(nouns).find((name) => aliasesOf(name).includes(word));
