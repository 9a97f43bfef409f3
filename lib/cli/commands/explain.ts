import type { Command } from 'commander';
import { exits, Failure } from '#lib/cli/failure.ts';
import { printExplained } from '#lib/cli/output/layout.ts';
import { show } from '#lib/cli/output/output.ts';
import { type Field, fieldsOf, resolved, type Schema } from '#lib/cli/run/schemas.ts';
import type { Session } from '#lib/cli/run/session.ts';
import { commandsOf } from '#lib/cli/table/commands.ts';
import { nounOf, nouns } from '#lib/cli/table/nouns.ts';
import type { Runners } from './command.ts';

/** `svc explain`: the fields of a noun's things, as the platform's own document has them. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('<noun>', 'a noun such as instance, or one of its fields such as instance.plan')
    .action(run((session, text: string) => explained(session, text)));
}

async function explained(session: Session, text: string): Promise<void> {
  const [word = '', ...path] = text.split('.');
  const noun = nounOf(word);
  if (noun === undefined) throw unknown(`there is no noun "${word}"`, 'svc --help');
  const document = (await session.typed.ask('getOpenapi', {})) as unknown as Document;
  const schema = schemaOf(document, noun);
  if (!schema) throw unknown(`"${noun}" has no fields`, `svc ${noun} --help`);
  const all = fieldsOf(schema, document.components.schemas);
  const wanted = path.join('.');
  const fields = all.filter(({ field }) => wanted === '' || field === wanted || field.startsWith(`${wanted}.`));
  if (fields.length === 0) throw unknown(`${noun} has no field "${wanted}"`, `svc explain ${noun}`);
  const { globals, format } = session;
  if (format === 'table' && globals.query === undefined) return drawn(noun, fields);
  return show({ noun, fields }, { items: 'fields', columns: ['field', 'type', 'unit', 'about'] }, globals, format);
}

const unknown = (message: string, hint: string): Failure =>
  new Failure(message, { exit: exits.missing, code: 'not_found', hint });

/** What is read of the OpenAPI document. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId?: string;
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

/** Verbs whose replies show a noun's things, the best first. */
const showing = ['get', 'list', 'health', 'usage', 'create', 'add', 'set'];

/** The schema of what a noun is; undefined where none of its commands shows it. */
function schemaOf(document: Document, noun: string): Schema | undefined {
  const entries = commandsOf(noun);
  const entry = showing.flatMap((verb) => entries.find((one) => one.verb === verb) ?? [])[0] ?? entries[0];
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const { responses = {} } = operations.find(({ operationId }) => operationId === entry?.operation) ?? {};
  const reply = (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema;
  if (entry?.verb !== 'list' || !reply) return reply;
  // A list is of one kind of things.
  const { properties = {} } = resolved(reply, document.components.schemas);
  return Object.values(properties).find(({ items }) => items)?.items;
}

function drawn(noun: string, fields: readonly Field[]): void {
  const rows = fields.map(({ field, type, unit, about }) => ({
    title: field,
    note: unit === undefined ? type : `${type}, in ${unit}`,
    text: about,
  }));
  printExplained(`${noun}: ${nouns[noun]?.about}`, rows);
}
