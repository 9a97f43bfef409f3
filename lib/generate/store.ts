import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Entity } from '#lib/store/entity.ts';
import { root } from './routes.ts';

/* What is made of the definitions of entities: the keys of the table, and a list of all definitions. */

/** The file of all keys, with their table at its head. */
const keysFile = 'lib/generated/store/keys.ts';

const made = (what: string) =>
  `/* Made by \`npm run openapi\` from the files \`*.entity.ts\` of this floor. */\n\n/* ${what} */\n`;

/** The files that define entities, from the root, and what each defines, by its key's name. */
async function definitions(): Promise<[file: string, entities: Record<string, Entity>][]> {
  const files = globSync('lib/store/*/*.entity.ts', { cwd: root }).sort();
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(root, file)).href)));
  // A file may have schemas alone, which entities of other files share.
  return files.flatMap((file, i) => (modules[i].entities ? [[file, modules[i].entities]] : []));
}

/** The generated files of the store, by their paths. */
export async function storeFiles(): Promise<Record<string, string>> {
  const defined = await definitions();
  return {
    'lib/generated/store/entities.ts': entitiesFile(defined.map(([file]) => file)),
    [keysFile]: keysText(defined.flatMap(([, entities]) => Object.entries(entities))),
  };
}

function entitiesFile(files: readonly string[]): string {
  const names = files.map((file) => basename(file, '.entity.ts').replace(/-(.)/g, (_, letter) => letter.toUpperCase()));
  const imports = files.map((file, i) => `import { entities as ${names[i]} } from '#${file}';`);
  return `${made('It is loaded by tests, by npm run operator and by the schedule that checks records.')}
import type { Stored } from '#lib/store/entity.ts';
${imports.join('\n')}

/** Every entity, by the name of its key. */
export const entities = {
${names.map((name) => `  ...${name},`).join('\n')}
};

/** The definition of every entity. */
export type Entities = typeof entities;

/** What stands under each key. */
export type MadeRecords = { [N in keyof Entities]: Stored<Entities[N]> };
`;
}

/** The nouns that keys.listed has in common have no key of their own. */
const isListed = ({ found }: Entity) => found === 'by id';

function keysText(entities: readonly (readonly [string, Entity])[]): string {
  const shapes = entities.filter(([, entity]) => !isListed(entity)).map(([name, entity]) => shapeOf(name, entity));
  return `${made('Every key of the table.')}
/*
${tableOf(entities.map(([, entity]) => entity))
  .map((row) => ` * ${row}`)
  .join('\n')}
 */

export const shapes = {
  listed: (account: string, noun: string, id: string) => ({ pk: \`A#\${account}#\${noun}\`, sk: id }),
${shapes.join('\n')}
};
`;
}

/** `<name>`, `<name, lower>` or `<name, number>` in a key. */
const placeholder = /<(\w+)(?:, (lower|number))?>/g;

function shapeOf(name: string, { pk, sk }: Entity): string {
  const given = new Map([...`${pk} ${sk}`.matchAll(placeholder)].map(([, one = '', as]) => [one, as]));
  const parameters = [...given].map(([one, as]) => `${one}: ${as === 'number' ? 'number' : 'string'}`);
  return `  ${name}: (${parameters.join(', ')}) => ({ pk: ${textOf(pk)}, sk: ${textOf(sk)} }),`;
}

function textOf(template: string): string {
  const [alone, name, as] = /^<(\w+)(, lower)?>$/.exec(template) ?? [];
  if (alone) return as ? `${name}.toLowerCase()` : `${name}`;
  if (!template.includes('<')) return `'${template}'`;
  const text = template.replace(placeholder, (_, one, how) => `\${${one}${how === 'lower' ? '.toLowerCase()' : ''}}`);
  return `\`${text}\``;
}

/** The table of all keys, a line each. */
function tableOf(entities: readonly Entity[]): string[] {
  const head = ['entity', 'pk', 'sk', 'gsi1pk', 'gsi1sk', 'read by'];
  const rows = entities.map(({ about, pk, sk, index, read }) => [
    about,
    ...[pk, sk, index ? `${index.pk}${index.isDivided ? '[#<shard>]' : ''}` : '', index?.sk ?? ''].map((key) =>
      key.replace(/, number>/g, '>'),
    ),
    read,
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join(' | ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('-|-'), ...rows.map(line)];
}
