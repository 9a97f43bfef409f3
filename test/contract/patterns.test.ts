import { isSafePattern } from 'redos-detector';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { type Node, type Source, shippedSources, sourceOf } from '#lib/check/syntax.ts';
import { patternsOf, schemaParts } from './schema-parts.ts';

/* A pattern that tries again, the more often the longer the text is, lets one request hold up everybody. */

interface Pattern {
  place: string;
  pattern: string;
  flags: string;
}

/** These read what stands in this repository, and nothing else. */
const readOurs = [
  'lib/deploy/addons.ts',
  'lib/deploy/artifacts.ts',
  'lib/deploy/framework.ts',
  'lib/deploy/http-api.ts',
  'lib/edge/openapi/parameters.ts',
  'lib/local/machines.ts',
  'lib/web/bundle/documents.ts',
];

/** The patterns of a file: written out, or put together of what the file says; what it does not say is a letter. */
function patternsIn({ file, nodes }: Source): Pattern[] {
  const constants = new Map(
    nodes
      .filter(({ type }) => type === 'VariableDeclarator')
      .map(({ id, init }) => [(id as Node).name, init as Node | null]),
  );
  const textOf = (node: Node | null | undefined): string => {
    if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
    if (node?.type === 'Identifier' && constants.has(node.name)) return textOf(constants.get(node.name));
    if (node?.type !== 'TemplateLiteral') return 'x';
    const expressions = node.expressions as Node[];
    const quasis = node.quasis as { value: { cooked: string } }[];
    return quasis.map(({ value }, at) => value.cooked + (expressions[at] ? textOf(expressions[at]) : '')).join('');
  };
  return nodes.flatMap((node) => {
    const { pattern, flags = '' } = (node.regex ?? {}) as { pattern?: string; flags?: string };
    if (pattern !== undefined) return [{ place: file, pattern, flags }];
    if (!/^(New|Call)Expression$/.test(node.type) || (node.callee as Node).name !== 'RegExp') return [];
    const [source, given] = node.arguments as Node[];
    return [{ place: file, pattern: textOf(source), flags: given ? textOf(given) : '' }];
  });
}

/** Whether something in it may be repeated without end. */
const repeats = (pattern: string): boolean =>
  /[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, ''));

/** Whether there is a bound to how often it tries again. */
function isBounded({ pattern, flags }: Pattern): boolean {
  if (!repeats(pattern)) return true;
  return isSafePattern(pattern, {
    unicode: /[uv]/.test(flags),
    caseInsensitive: flags.includes('i'),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
    timeout: 20_000,
  }).safe;
}

const unbounded = (patterns: Pattern[]): string[] =>
  [...new Map(patterns.map((each) => [`/${each.pattern}/${each.flags}`, each]))]
    .filter(([, each]) => !isBounded(each))
    .map(([text, { place }]) => `${place}: ${text}`);

test('no pattern in what is shipped tries the more often, the longer the text is', () => {
  const found = unbounded(shippedSources().flatMap(patternsIn));
  expect(found.filter((each) => !readOurs.some((file) => each.startsWith(`${file}: `)))).toEqual([]);
  expect(readOurs.filter((file) => !found.some((each) => each.startsWith(`${file}: `)))).toEqual([]);
});

test('nor does one that a route holds its input against, those of zod among them', async () => {
  const parts = await schemaParts();
  const patterns = parts.flatMap(({ route, schema }) =>
    patternsOf(schema).map(({ source, flags }) => ({ place: route, pattern: source, flags })),
  );
  expect(new Set(patterns.map(({ pattern }) => pattern)).size).toBeGreaterThan(30);
  // That of an e-mail address reads each character twice at the most: growth.long.test.ts measures it.
  const email = parts.flatMap(({ schema }) => (schema instanceof z.ZodEmail ? patternsOf(schema) : []))[0]?.source;
  expect(unbounded(patterns.filter(({ pattern }) => pattern !== email))).toEqual([]);
});

test.each([
  ['nested repetition', 'const a = /^(a+)+$/;'],
  ['two that take the same', 'const a = /^a*a*$/;'],
  ['a tail that is sought at every character', 'text.replace(/\\s+$/, "");'],
  ['the XML reader that there was', 'const a = /<([^\\s<>]+)([^<>]*?)(\\/?)>/g;'],
  ['one that is put together', "const part = '(?:a|b)*'; const all = new RegExp(`^${part}${part}$`, 'u');"],
])('%s is found', (_, text) => {
  expect(unbounded(patternsIn(sourceOf('planted.ts', text)))).toHaveLength(1);
});

test('what is bounded is not', () => {
  const text = 'const a = /^[a-z]+$/; const b = /^\\d{1,9}:/; const c = new RegExp(`^${x}[0-9]*$`);';
  expect(patternsIn(sourceOf('planted.ts', text)).map(({ pattern }) => pattern)).toEqual([
    '^[a-z]+$',
    '^\\d{1,9}:',
    '^x[0-9]*$',
  ]);
  expect(unbounded(patternsIn(sourceOf('planted.ts', text)))).toEqual([]);
});
