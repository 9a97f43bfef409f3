import type * as z from 'zod';
import { ApiError } from '#lib/model/platform/errors.ts';

type Issue = z.core.$ZodIssue;

/** Fields whose values errors never show. */
const secret = /password|secret|token|signature|user_data|(^|\.)code$/i;

const MOST = 100;

/** The 400 that names every invalid field, its fault, and what is allowed (contract 1.7). */
export function invalid(issues: readonly Issue[], place: 'body' | 'query', input: unknown): ApiError {
  const unknownOnly = issues.every((issue) => issue.code === 'unrecognized_keys');
  // A body may have a million invalid items; the text is cut long before.
  const text = issues
    .slice(0, MOST)
    .map((issue) => explain(issue, place, input))
    .join('; ');
  return new ApiError(unknownOnly ? 'unknown_field' : 'validation_failed', text.slice(0, 2000));
}

function explain(issue: Issue, place: 'body' | 'query', input: unknown): string {
  const path = pathText(issue.path) || place;
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, issue.path, place);
  if (issue.code === 'invalid_key') return `${path}: ${issue.issues[0]?.message ?? issue.message}`;
  const value = valueAt(input, issue.path);
  if (value === undefined && issue.code !== 'custom') return `${path}: is required${expected(issue)}`;
  // Such a message names the value itself.
  const named = issue.code === 'custom' && issue.params?.named === true;
  return `${path}: ${named ? '' : echo(path, value)}${rule(issue)}`;
}

function unknownKeys(names: readonly string[], path: readonly PropertyKey[], place: 'body' | 'query'): string {
  const where = path.length > 0 ? ` in ${pathText(path)}` : '';
  const what = place === 'query' ? 'unknown query parameter' : 'unknown field';
  return names
    .slice(0, MOST)
    .map((name) => `${what} ${JSON.stringify(name.slice(0, 64))}${where}`)
    .join('; ');
}

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
