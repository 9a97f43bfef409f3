import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { handCommands } from '#lib/cli/commands/list.ts';
import { commonOptions, globalOptions, optionsOf } from '#lib/cli/program.ts';
import { kinds } from '#lib/cli/run/names.ts';
import { allCommands } from '#lib/cli/table/commands.ts';
import { aliasesOf, nouns } from '#lib/cli/table/nouns.ts';
import { byHand, unknownNames } from '#lib/generate/cli/names.ts';
import { nounsOf } from '#lib/generate/cli/nouns.ts';
import { helpOf } from '#lib/generate/cli/table.ts';
import type { Document } from '#lib/generate/client/operations.ts';
import { root } from '#lib/generate/routes.ts';
import { routes } from '#lib/generated/client/routes.ts';

const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const table = allCommands();
const operations = Object.keys(routes);

test('every operation has exactly one command, or a reason why it has none of its own', () => {
  const named = [...table.map(({ operation }) => operation), ...Object.keys(byHand)];
  expect(named.toSorted()).toEqual(operations.toSorted());
  expect(unknownNames(operations)).toEqual([]);
  expect(unknownNames(['login'])).toContain('createTopup');
  for (const reason of Object.values(byHand)) expect(reason).toMatch(/^[`a-z].*[^.]$/);
});

test('the help says what a command does, and leaves statuses and headers to the API', () => {
  expect(helpOf('Launches an instance; 201 while it is provisioning. 409 where no host has room.')).toBe(
    'Launches an instance.',
  );
  expect(helpOf('Sets a password. With old users change theirs: 401 where it is wrong, 429 after five.')).toBe(
    'Sets a password. With old users change theirs.',
  );
  expect(helpOf('The events, newest first. Prefer: wait holds an empty reply. At most 200.')).toBe(
    'The events, newest first. At most 200.',
  );
  const ofTheApi = /(?<![\d,₹-])\b[45]\d\d [a-z]|\bPrefer: wait\b|(^|[.;:] )\d{3}\b/;
  expect(table.filter(({ about }) => ofTheApi.test(about) || !/^[A-Z].*\.$/s.test(about))).toEqual([]);
});

test('no two commands have one name', () => {
  const names = table.map(({ noun, verb }) => `${noun} ${verb}`);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  const words = [...handCommands.filter(({ verb }) => !verb).map(({ name }) => name), ...Object.keys(nouns)];
  const all = [...words, ...Object.keys(nouns).flatMap((name) => aliasesOf(name))];
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
});

test('every noun of the table is told of in the help, and no other', () => {
  expect([...new Set(table.map(({ noun }) => noun))].toSorted()).toEqual(Object.keys(nouns).toSorted());
});

test('a noun has the words of its folder where none are chosen, unless the folder has other nouns', () => {
  const document: Document = read('lib/generated/openapi.json');
  const put = { ...document.paths['/compute/instances/{id}/backup-schedule']!.put!, operationId: 'putPager' };
  const command = { ...table[0]!, noun: 'pager', verb: 'set', operation: 'putPager' };
  const made = (path: string, tag: string) =>
    nounsOf(
      {
        ...document,
        tags: [...document.tags, { name: 'pager', description: 'Whom to call.' }],
        paths: { ...document.paths, [path]: { put: { ...put, tags: [tag] } } },
      },
      [...table, command],
    );
  const words = { group: 'Compute', about: 'Whom to call' };
  expect(made('/compute/pager', 'pager')).toEqual({ ...nouns, pager: words });
  expect(made('/auth/billing/pager', 'pager').pager).toEqual({ ...words, group: 'Billing' });
  expect(() => made('/compute/pager', 'vpcs')).toThrow('the noun pager shares the folder vpcs');
  const less = table.filter(({ noun }) => noun !== 'vpc');
  expect(() => nounsOf(document, less)).toThrow('no command has the noun vpc');
});

test('a noun and its verb are lower-case words with hyphens', () => {
  for (const { noun, verb } of table) expect(`${noun} ${verb}`).toMatch(/^[a-z]+(-[a-z]+)* [a-z]+(-[a-z]+)*$/);
});

describe('no flag', () => {
  const long = (options: { long?: string | undefined }[]) => options.map(({ long: name }) => name);

  test.each(table.map((command) => [`${command.noun} ${command.verb}`, command] as const))(
    'of svc %s has the name of another',
    (_name, command) => {
      const own = command.flags.flatMap((flag) => long(optionsOf(flag)));
      const all = [...own, ...long(commonOptions(command)), ...long(globalOptions()), '--help', '--version'];
      expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
    },
  );

  test('lacks a sentence that says what it is', () => {
    const bare = table.flatMap(({ operation, flags }) =>
      flags.filter(({ about }) => !/^\S.*\.$/s.test(about)).map(({ name }) => `${operation} --${name}`),
    );
    expect(bare).toEqual([]);
  });

  test('takes a secret from the command line itself', () => {
    const secret = table.flatMap(({ operation, flags }) =>
      flags.filter(({ type }) => type === 'secret').map(({ name }) => `${operation} --${name}`),
    );
    expect(secret).toContain('createUser --password');
    const likeOne = table.flatMap(({ flags }) =>
      flags.filter(({ name, type }) => /password$|secret|^token$/.test(name) && !['secret', 'boolean'].includes(type)),
    );
    expect(likeOne).toEqual([]);
  });
});

test('names are looked up by operations and filters that there are', () => {
  const document = read('lib/generated/openapi.json');
  const lists = new Map<string, string[]>();
  for (const methods of Object.values<Record<string, { operationId: string; parameters?: { name: string }[] }>>(
    document.paths,
  ))
    for (const { operationId, parameters = [] } of Object.values(methods))
      lists.set(
        operationId,
        parameters.map(({ name }) => name),
      );
  for (const [noun, { list, by }] of Object.entries(kinds)) expect(lists.get(list), noun).toContain(by);
  const asked = table.flatMap(({ args, flags }) => [...args, ...flags].flatMap(({ noun }) => noun ?? []));
  expect(Object.keys(kinds).filter((noun) => !asked.includes(noun))).toEqual([]);
});

describe('an example of svc', () => {
  const examples = handCommands.flatMap(({ name, examples: lines = [], load }) =>
    lines.map((line) => ({ name, line, load })),
  );

  test.each(examples)('$line names its command and flags that it has', async ({ name, line, load }) => {
    const [, words = ''] = /(?:^|\| |\()svc ([^|>]+)/.exec(line) ?? [];
    const command = new Command(name);
    (await load()).add(command, { run: () => async () => undefined, bare: () => async () => undefined });
    const [first, ...more] = words.split(' -- ')[0]?.trim().split(' ') ?? [];
    expect(first).toBe(name);
    const verb = command.commands.find((one) => one.name() === more[0]) ?? command;
    const known = verb.options.flatMap(({ short, long }) => [short, long]);
    expect(known).toEqual(expect.arrayContaining(more.filter((word) => /^--?[a-zA-Z]/.test(word))));
  });
});
