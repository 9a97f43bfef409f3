import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#lib/generate/routes.ts';
import { deadlines, statuses } from '#lib/model/compute/instance-states.ts';

const contract = readFileSync(join(root, 'docs/contract.md'), 'utf8');

/** The text of a section of docs/contract.md. */
function sectionOf(number: string): string {
  const [, rest = ''] = contract.split(`<a id="${number}"></a>\n`);
  return rest.split('\n### ')[0] ?? '';
}

const wordsIn = (text: string) => [...text.matchAll(/`([a-z-]+)`/g)].map(([, word = '']) => word);
const pairs = (from: readonly string[], to: readonly string[]) =>
  from.flatMap((one) => to.map((other) => `${one} → ${other}`));

/** The transitions of a clause such as "`a`, any → `b` ⇄ `c`, from which it recovers". */
function clause(text: string, all: readonly string[]): string[] {
  const parts = text.split(/(→|⇄)/);
  const of = (part = '') => (/\bany\b/.test(part) ? all : wordsIn(part));
  return parts.flatMap((part, at) => {
    if (part !== '→' && part !== '⇄') return [];
    const [from, to] = [of(parts[at - 1]), of(parts[at + 1])];
    const back = part === '⇄' || /recovers/.test(parts[at + 1] ?? '');
    return [...pairs(from, to), ...(back ? pairs(to, from) : [])];
  });
}

/** The transitions that a section states in words. */
export function transitionsOf(number: string): Set<string> {
  const text = sectionOf(number).replaceAll('\n', ' ');
  const all = [...new Set(wordsIn(text))];
  return new Set(text.split(/[;.]\s/).flatMap((one) => clause(one, all)));
}

/** The transitions of instances: those of the table, and what a deadline that is over leads to. */
export function instanceTransitions(): Set<string> {
  const rows = sectionOf('3.1')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('→'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const found = rows.flatMap(([, from = '', , to = '']) => {
    const sources = from.startsWith('any')
      ? statuses.filter((status) => !wordsIn(from).includes(status))
      : wordsIn(from);
    const [first = '', ...others] = to.split(';');
    const [begun = '', ...ends] = first.split('→');
    const endings = [...ends, ...others].flatMap((text) =>
      /power state/.test(text) ? ['running', 'stopped'] : wordsIn(text),
    );
    return [...pairs(sources, wordsIn(begun)), ...pairs(wordsIn(begun), endings)];
  });
  const booted = pairs(['provisioning'], ['running']);
  return new Set([...found, ...booted, ...pairs(Object.keys(deadlines), ['error'])]);
}
