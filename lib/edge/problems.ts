import type * as z from 'zod';
import { ApiError, type FieldError } from '#lib/model/platform/errors.ts';

type Issue = z.core.$ZodIssue;

/** Fields whose values errors never show. */
const secret = /password|secret|private_key|token|signature|proof|user_data|(^|\.)code$/i;

/** Limits: the faults that are examined, and the characters of the sentence and of one of its parts. */
const most = { faults: 200, sentence: 8000, part: 1000 };

/** The 400 that names every invalid field, its fault, and what is allowed (contract 1.7). */
export function invalid(issues: readonly Issue[], place: 'body' | 'query', input: unknown): ApiError {
  const unknownOnly = issues.every((issue) => issue.code === 'unrecognized_keys');
  // A body may have a million invalid items; the text is bounded.
  const parts = issues.slice(0, most.faults).flatMap((issue) => explain(issue, place, input));
  const fields = parts.map(({ field, message }) => ({ field, message }));
  return new ApiError(unknownOnly ? 'unknown_field' : 'validation_failed', sentenceOf(parts), { fields });
}

/** One part of the sentence: the field, its fault, and both as text. */
interface Part {
  field: string;
  message: string;
  text: string;
}

/** Joins the parts into one sentence. Parts that do not fit are left out whole. */
function sentenceOf(parts: readonly Part[]): string {
  let sentence = '';
  for (const [at, { text }] of parts.entries()) {
    const longer = at === 0 ? cut(text, most.part) : `${sentence}; ${cut(text, most.part)}`;
    if (longer.length > most.sentence) return `${sentence}; and more`;
    sentence = longer;
  }
  return sentence;
}

function explain(issue: Issue, place: 'body' | 'query', input: unknown): Part[] {
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, issue.path, place);
  const field = pathText(issue.path) || place;
  const message = faultOf(issue, field, valueAt(input, issue.path));
  return [{ field, message, text: `${field}: ${message}` }];
}

function faultOf(issue: Issue, field: string, value: unknown): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (value === undefined && issue.code !== 'custom') return `is required${expected(issue)}`;
  // Such a message names the value itself.
  const named = issue.code === 'custom' && issue.params?.named === true;
  return `${named ? '' : echo(field, value)}${rule(issue)}`;
}

function unknownKeys(names: readonly string[], path: readonly PropertyKey[], place: 'body' | 'query'): Part[] {
  const where = path.length > 0 ? ` in ${pathText(path)}` : '';
  const message = place === 'query' ? 'unknown query parameter' : 'unknown field';
  return names.slice(0, most.faults).map((name) => {
    const shown = name.slice(0, 64);
    return { field: pathText([...path, shown]), message, text: `${message} ${JSON.stringify(shown)}${where}` };
  });
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

function expected(issue: Issue): string {
  if (issue.code === 'invalid_type') return ` (${article(issue.expected)})`;
  if (issue.code === 'invalid_value') return ` (one of ${issue.values.join(', ')})`;
  return '';
}

function rule(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `is not one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `must ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `must ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
    case 'invalid_union':
      return 'matches none of the allowed forms';
    default:
      return issue.message;
  }
}

const measure = (origin: string) => (origin === 'string' || origin === 'array' ? 'have' : 'be');
const unit = (origin: string) => (origin === 'string' ? ' characters' : origin === 'array' ? ' items' : '');

const words: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'a JSON object',
  record: 'a JSON object',
};
const article = (type: string) => words[type] ?? type;

function echo(path: string, value: unknown): string {
  if (value === undefined || secret.test(path) || (typeof value === 'object' && value !== null)) return '';
  const text = JSON.stringify(value);
  return `${text.length > 80 ? `${text.slice(0, 77)}…` : text} `;
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${String(part)}` : String(part);
  }, '');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], input);
}

/** The most bytes of X-Error-Fields. */
const maxHeader = 4096;

/**
 * The value of X-Error-Fields (contract 1.3): the parts of a 400's sentence as a JSON list of {field, message}, in
 * ASCII. A list that is too long is cut after the last entry that fits. An error that names no field has one entry with
 * "".
 */
export function fieldsHeader({ message, fields }: ApiError): string {
  const entries = (fields ?? [partOf(message)]).map(asciiJson);
  const kept: string[] = [];
  let length = 2;
  for (const entry of entries) {
    length += entry.length + 1;
    if (length > maxHeader) break;
    kept.push(entry);
  }
  return `[${kept.join(',')}]`;
}

/** Splits a refusal of a verb, such as `gstin: check digit is X, expected V`, into field and fault. */
function partOf(message: string): FieldError {
  const [, field = '', fault = message] = /^([\w.[\]-]{1,200}): (.+)$/s.exec(message) ?? [];
  return { field, message: fault };
}

const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
