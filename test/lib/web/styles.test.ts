import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../../lib/web/styles/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

/** The declarations of a style sheet: property and value. */
const declarations = (text: string): [property: string, value: string][] =>
  [...text.replaceAll(/\/\*[^*]*\*\//g, '').matchAll(/([\w-]{1,40}):\s{1,8}([^;{}]{1,200});/g)].map(
    ([, property = '', value = '']) => [property, value.replaceAll(/\s+/g, ' ')],
  );

/** What stands for a step of space, a radius, a size of text and so on: a token, nothing, or a part of the whole. */
const isStep = (value: string): boolean =>
  value
    .replaceAll(/calc\(([^()]|\([^()]*\))*\)/g, (sum) => (/\d(?:px|rem|em)/.test(sum) ? '1px' : '0'))
    .replaceAll(/clamp\(.{1,40}, \d+vw, .{1,40}\)/g, '0')
    .split(' ')
    .every((part) => /^(?:var\(--[\w-]+\),?|0|auto|inherit|none|\d+(?:%|vh))$/.test(part));

const spaced = /^(?:padding|margin|gap|(?:row|column)-gap)(?:-|$)/;

/** What values of these properties are to be. A part of an em stands beside text of any size. */
const rules: readonly (readonly [properties: RegExp, isRight: (value: string) => boolean])[] = [
  [/./, (value) => !/#[0-9a-f]{3}|\b(?:rgb|hsl|oklch)a?\(/i.test(value)],
  [spaced, (value) => isStep(value) || /^0\.\d{1,2}em$/.test(value)],
  [/^(?:border-radius|font-size|z-index)$/, isStep],
  [/^font-weight$/, (value) => /^(?:var\(--bold\)|400|500|700|inherit)$/.test(value)],
  [/^(?:transition|animation)$/, (value) => !/\d(?:m?s)\b/.test(value)],
  [/^box-shadow$/, (value) => /^(?:inset [\d\s-]|var\(--)/.test(value)],
];

/** The declaration, where it is not made of tokens. */
const literalIn = (property: string, value: string): string[] =>
  rules.some(([properties, isRight]) => properties.test(property) && !isRight(value)) ? [`${property}: ${value}`] : [];

it.each(readdirSync(folder).filter((name) => name !== 'tokens.css'))('%s is made of tokens alone', (name) => {
  const stray = declarations(read(name)).flatMap(([property, value]) => literalIn(property, value));
  expect(stray).toEqual([]);
});

it('each token that a style sheet names exists, and each that exists is named', () => {
  const texts = readdirSync(folder).map(read);
  const named = new Set(texts.flatMap((text) => [...text.matchAll(/var\(--([\w-]{1,30})\)/g)].map(([, name]) => name)));
  const made = new Set(
    texts.flatMap((text) => [...text.matchAll(/^ {2,4}--([\w-]{1,30}):/gm)].map(([, name]) => name)),
  );
  expect([...named].filter((name) => !made.has(name))).toEqual([]);
  expect([...made].filter((name) => !named.has(name))).toEqual([]);
});

/** The channels of a colour of six hexadecimal digits, from 0 to 1 and linear (WCAG 2.2, relative luminance). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const colours = new Map(
  [...read('tokens.css').matchAll(/--([\w-]{1,20}): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, [light, dark] as const],
  ),
);

const surfaces = ['page', 'ground', 'raised'];
const softs = ['accent-soft', 'good-soft', 'warn-soft', 'bad-soft', 'calm'];

it.each([
  // Text, by README.md: at least 4.5 to 1 on all that it stands on.
  ...['ink', 'soft-ink', 'accent'].map((name) => [name, [...surfaces, ...softs], 4.5] as const),
  ...['good', 'warn', 'bad'].map((name) => [name, [...surfaces, `${name}-soft`], 4.5] as const),
  ['on-accent', ['accent', 'bad'], 4.5] as const,
  // The edge of what is typed into: 3 to 1.
  ['edge', surfaces, 3] as const,
])('%s has its contrast on %j in both themes', (name, grounds, least) => {
  for (const ground of grounds) {
    for (const theme of [0, 1] as const) {
      const ratio = contrast(colours.get(name)?.[theme] ?? '', colours.get(ground)?.[theme] ?? '');
      expect(ratio, `${name} on ${ground}, ${theme === 0 ? 'light' : 'dark'}`).toBeGreaterThanOrEqual(least);
    }
  }
});
