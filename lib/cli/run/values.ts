import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { type Failure, usage } from '#lib/cli/failure.ts';
import type { Flag, FlagType, ObjectField } from '#lib/cli/table/types.ts';

/** What a flag was given: several texts where it may be repeated. */
export type Given = boolean | string | readonly string[];

type Read = (flag: Flag, text: string) => unknown;

const single: Partial<Record<FlagType, Read>> = {
  string: (flag, text) => oneOf(flag, text),
  integer: (flag, text) => numberOf(flag, text, Number.isSafeInteger),
  number: (flag, text) => numberOf(flag, text, Number.isFinite),
  boolean: (flag, text) => booleanOf(flag.name, text),
  text: (_flag, text) => fromFile(text),
  secret: (flag, text) => secretOf(flag, text),
};

/** The value that a flag's text stands for. Refuses what is none of its values. Lists that name things stay texts. */
export async function flagValue(flag: Flag, given: Given): Promise<unknown> {
  if (typeof given === 'boolean') return given;
  const texts = [given].flat();
  if (flag.nullable && texts.length === 1 && texts[0] === 'null') return null;
  if (flag.type === 'list') return listOf(flag, texts);
  if (flag.type === 'numbers') return texts.flatMap((text) => text.split(',')).map((text) => numberOf(flag, text));
  if (flag.type === 'map') return Object.fromEntries(texts.map((text) => pairOf(flag, text)));
  if (flag.type === 'objects') return objectsOf(flag, texts);
  const text = texts.at(-1) ?? '';
  return flag.type === 'json' ? documentOf(flag, text) : single[flag.type]?.(flag, text);
}

const refused = (flag: { name: string }, text: string, allowed: string): Failure =>
  usage(`--${flag.name}: "${text}" is not allowed (${allowed})`);

function oneOf(flag: Flag, text: string): string {
  if (flag.in === 'body' && flag.values && !flag.values.includes(text))
    throw refused(flag, text, flag.values.join(', '));
  return text;
}

function numberOf(flag: { name: string }, text: string, isValid = Number.isSafeInteger): number {
  const value = Number(text);
  if (text.trim() !== '' && isValid(value)) return value;
  throw refused(flag, text, isValid === Number.isFinite ? 'a number' : 'a whole number');
}

function booleanOf(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw refused({ name }, text, 'true, false');
}

/** Names may hold commas: only ids are several in one text. */
function listOf(flag: Flag, texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => (flag.noun && !isIds(text) ? [text] : text === '' ? [] : text.split(',')));
  return parts.map((part) => oneOf(flag, part.trim()));
}

const isIds = (text: string): boolean => /^[a-z]+-[0-9a-hjkmnp-tv-z]{26}(,[a-z]+-[0-9a-hjkmnp-tv-z]{26})*$/.test(text);

function pairOf(flag: Flag, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw refused(flag, text, 'key=value');
  return [text.slice(0, at), text.slice(at + 1)];
}

async function objectsOf(flag: Flag, texts: readonly string[]): Promise<unknown[]> {
  const parts = await Promise.all(
    texts.map(async (text) => (text.startsWith('@') ? documentOf(flag, text) : [objectOf(flag, text)])),
  );
  return parts.flat();
}

/** `protocol=tcp,port_from=22,cidrs=10.0.0.0/8,10.1.0.0/16`: a comma before a field's name begins that field. */
function objectOf(flag: Flag, text: string): Record<string, unknown> {
  const fields = flag.fields ?? [];
  const names = fields.map(({ name }) => name);
  const pairs = text.split(/,(?=\w+=)/).map((part) => pairOf(flag, part));
  const unknown = pairs.find(([name]) => !names.includes(name));
  if (unknown) throw usage(`--${flag.name}: "${unknown[0]}" is not one of its fields (${names.join(', ')})`);
  const twice = pairs.find(([name], at) => pairs.findIndex(([other]) => other === name) < at);
  if (twice) throw usage(`--${flag.name}: "${twice[0]}" is given twice (several values are comma-separated)`);
  const missing = fields.find(({ name, required }) => required && !pairs.some(([given]) => given === name));
  if (missing) throw usage(`--${flag.name}: "${text}" lacks ${missing.name} (${names.join(', ')})`);
  return Object.fromEntries(pairs.map(([name, part]) => [name, fieldOf(flag, byName(fields, name), part)]));
}

const byName = (fields: readonly ObjectField[], name: string): ObjectField =>
  fields.find((field) => field.name === name) ?? { name, type: 'string' };

function fieldOf(flag: Flag, { name, type }: ObjectField, text: string): unknown {
  const title = { name: `${flag.name} ${name}` };
  if (text === 'null') return null;
  if (type === 'integer') return numberOf(title, text);
  if (type === 'number') return numberOf(title, text, Number.isFinite);
  if (type === 'boolean') return booleanOf(title.name, text);
  return type === 'list' ? text.split(',') : text;
}

/** JSON or YAML, in the flag itself or in a file. */
async function documentOf(flag: { name: string }, text: string): Promise<unknown> {
  const { fromYaml } = await import('#lib/cli/output/yaml.ts');
  try {
    return fromYaml(fromFile(text));
  } catch (error) {
    if (error instanceof Error && error.name.startsWith('YAML'))
      throw usage(`--${flag.name}: ${error.message.split('\n')[0]}`);
    throw error;
  }
}

/** The document of `--body`. */
export async function bodyOf(text: string): Promise<Record<string, unknown>> {
  const body = await documentOf({ name: 'body' }, text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw usage('--body: is not an object (fields in JSON or YAML, @file, or @- for standard input)');
}

/** A text, or that of `@file` and `@-`. No shell reads `~` behind the `@`, so that it is read here. */
export function fromFile(text: string): string {
  if (!text.startsWith('@')) return text;
  const file = text.slice(1).replace(/^~(?=\/)/, () => homedir());
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw usage(`${text}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Other users of the machine see what is on a command line. */
function secretOf(flag: Flag, text: string): string {
  if (!text.startsWith('@'))
    throw usage(
      `--${flag.name}: is a secret that other users could see on the command line (@file, @- for standard input, or omit it to be asked)`,
    );
  return fromFile(text).replace(/\r?\n$/, '');
}
