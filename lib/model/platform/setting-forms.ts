import { nameOfRun } from './spread.ts';

/** How the text of an environment variable is parsed. `parse` returns undefined for invalid text. */
export interface Form<T> {
  readonly parse: (text: string) => T | undefined;
  /** What is allowed, as the end of the sentence `NAME: "text" is not …`. */
  readonly allowed: string;
}

/** Text that matches this pattern. */
export const matching = (pattern: RegExp, allowed: string): Form<string> => ({
  parse: (text) => (pattern.test(text) ? text : undefined),
  allowed,
});

/** Any text. `what` describes it. */
export const given = (what: string): Form<string> => matching(/./s, what);

export const stateName = matching(/^[a-z0-9-]{1,40}$/, 'the name of a state (1 to 40 of a-z 0-9 -)');

/** One of these words. */
export const oneOf = <const W extends string>(words: readonly W[]): Form<W> => ({
  parse: (text) => words.find((word) => word === text),
  allowed: `one of ${words.join(', ')}`,
});

/** A number of these digits within the bounds, both included. */
export const number = (digits: RegExp, least: number, most: number, allowed: string): Form<number> => ({
  parse: (text) => (digits.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
  allowed,
});

export const port = number(/^\d{1,5}$/, 1, 65_535, 'a port (1 to 65535)');
export const scale = number(/^\d+(\.\d+)?$/, 0, 1000, 'a number from 0 to 1000');

/** A whole number of something, 0 included. */
export const whole = (what: string): Form<number> =>
  number(/^\d{1,16}$/, 0, Number.MAX_SAFE_INTEGER, `a whole number${what}`);

/** `http://host` or `https://host:port`. The value has no slash at its end. */
export const origin: Form<string> = { parse: originOf, allowed: 'an http:// or https:// URL without a path' };

/** An address as written, with or without a path. */
export const url: Form<string> = {
  parse: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
  allowed: 'an http:// or https:// URL',
};

/** Names separated by commas. */
export const list = (what: string): Form<readonly string[]> => ({
  parse: (text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  allowed: `${what}, separated by commas`,
});

/** `name=60,other*16=3600`: seconds by name, and of each of 16 runs that share the work of the other (`nameOfRun`). */
export const seconds: Form<Readonly<Record<string, number>>> = {
  parse: (text) => {
    const parts = text.split(',').map((part) => /^(\w{1,64})(?:\*(\d{1,2}))?=(\d{1,8})$/.exec(part));
    if (parts.includes(null)) return undefined;
    const named = parts.flatMap((part) => {
      const [, name = '', runs = 1, value] = part ?? [];
      return Array.from({ length: Number(runs) }, (_, run) => [nameOfRun(name, run), Number(value)] as const);
    });
    return Object.fromEntries(named);
  },
  allowed: 'names with seconds, such as a=60,b*16=3600',
};

function originOf(text: string): string | undefined {
  const parsed = URL.parse(text);
  const plain =
    parsed && /^https?:$/.test(parsed.protocol) && parsed.pathname === '/' && !parsed.search && !parsed.hash;
  return plain && !parsed.username && !parsed.password ? parsed.origin : undefined;
}
