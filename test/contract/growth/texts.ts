/** What makes patterns and scanners go back. */
const seeds =
  `a|0|-|.|,|;|:|/|\\|*|?|%|%25|&|=|+|"|(|{|<|@|é|a.|a-|a=|a=b&|a=b; |a, | a|../|::|0:|1.|*?|?a|*,|&#|AAAA|\\134`
    .split('|')
    .concat([' ', '\t', '\r\n', '\u0000', '|', '\u{1f600}']);

/** Each repeated to a length, alone and before an end that fits nothing; with a name. */
export const texts: readonly { text: string; make: (size: number) => string }[] = seeds.flatMap((seed) =>
  ['', '\u0000\u0000'].map((end) => ({
    text: JSON.stringify(`${seed}…${end}`),
    make: (size: number) => seed.repeat(Math.ceil(size / seed.length)) + end,
  })),
);
