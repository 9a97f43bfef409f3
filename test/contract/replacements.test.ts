import { expect, test } from 'vitest';
import { type Node, type Source, shippedSources, sourceOf } from '#lib/check/syntax.ts';

/* `$&` and its like have a meaning in the text that `replace` puts in, also where that text is outside input. */

const isFunction = (node: Node) => /^(Arrow)?Function/.test(node.type);

/** Names that a file gives to functions. */
function functionsOf({ nodes }: Source): Set<unknown> {
  const named = nodes.filter((node) => node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator');
  const functions = named.filter((node) => isFunction(node) || (node.init && isFunction(node.init as Node)));
  return new Set(functions.map(({ id }) => (id as Node | null)?.name));
}

/** Calls of `replace` and `replaceAll` whose replacement is neither written out nor a function. */
function doubtful(source: Source): string[] {
  const functions = functionsOf(source);
  const isPlain = (node: Node) =>
    isFunction(node) || node.type === 'Literal' || (node.type === 'Identifier' && functions.has(node.name));
  return source.nodes.flatMap((node) => {
    const { property } = (node.callee ?? {}) as { property?: Node };
    const [, replacement] = (node.arguments ?? []) as Node[];
    const replaces = node.type === 'CallExpression' && /^replace(All)?$/.test(String(property?.name));
    if (!replaces || !replacement || isPlain(replacement)) return [];
    return [`${source.file}: ${source.text.slice(replacement.start, replacement.end)}`];
  });
}

test('what is put in by replace is written out, or made by a function', () => {
  expect(shippedSources().flatMap(doubtful)).toEqual([]);
});

test('a text from elsewhere is found, a function is not', () => {
  const text = `const f = (a) => a; text.replace('a', f).replaceAll('b', () => name).replace('c', '$1').trim();
    text.replaceAll('{name}', name).replace(/a/, \`\${b}\`);`;
  expect(doubtful(sourceOf('planted.ts', text)).sort()).toEqual(['planted.ts: `${b}`', 'planted.ts: name']);
});
