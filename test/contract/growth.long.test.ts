import { expect, test } from 'vitest';
import type * as z from 'zod';
import { growthOf, type Work } from '#test/support/vitest/growth.ts';
import { bodyReaders } from './growth/bodies.ts';
import { headerReaders } from './growth/headers.ts';
import type { Reader } from './growth/reader.ts';
import { texts } from './growth/texts.ts';
import { schemaParts } from './schema-parts.ts';

/* Whatever is sent, reading it takes time in proportion to its length: else one request holds up everybody. */

/** Every text that makes it take longer than its length allows. */
async function tooSlow({ read, full, once = false }: Reader): Promise<string[]> {
  const found: string[] = [];
  for (const { text, make } of once ? texts.slice(0, 1) : texts) {
    const problem = await growthOf(attempting(read, make), full);
    if (problem) found.push(`${text}: ${problem}`);
  }
  return found;
}

const attempting =
  <T>(read: (given: T) => unknown, make: (size: number) => T): Work =>
  (size) => {
    const given = make(size);
    return async () => {
      try {
        await read(given);
      } catch (error) {
        // A refusal takes its time too; this is none.
        if (error instanceof TypeError) throw error;
      }
    };
  };

test.each(headerReaders)('$name', async (reader) => {
  expect(await tooSlow(reader)).toEqual([]);
});

test.each(bodyReaders)('$name', async (reader) => {
  expect(await tooSlow(reader)).toEqual([]);
});

/** Lists and objects that a schema may go through more than once. */
const shapes: Record<string, (size: number) => unknown> = {
  'a list of numbers': (size) => Array.from({ length: size }, (_, at) => at),
  'a list of texts': (size) => Array.from({ length: size }, (_, at) => `a${at}`),
  'a list of objects': (size) => Array.from({ length: size }, (_, at) => ({ id: `a${at}`, type: 'a' })),
  'an object of many keys': (size) => Object.fromEntries(Array.from({ length: size }, (_, at) => [`a${at}`, 'b'])),
};

/** Those that look into what they are given: not wrappers of others, numbers and choices. */
const looking = new Set<string>(['string', 'pipe', 'union', 'array', 'record', 'tuple']);

test('every schema of what a route takes, whatever it is given', async () => {
  const parts = (await schemaParts()).filter(
    ({ schema }) => 'safeParse' in schema && looking.has(schema._zod.def.type),
  );
  expect(parts.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const { route, schema } of parts) {
    for (const [name, work] of worksOf(schema)) {
      const problem = await growthOf(work, LONGEST);
      if (problem) found.push(`${route}, ${schema._zod.def.type}, ${name}: ${problem}`);
    }
  }
  expect(found).toEqual([]);
}, 300_000);

/** Of a text that a schema is given here; what it does to longer ones is linear too, or seen before. */
const LONGEST = 20_000;

function worksOf(schema: z.ZodType): (readonly [name: string, work: Work])[] {
  const given = (make: (size: number) => unknown) => attempting((value: unknown) => schema.safeParse(value), make);
  return [
    ...texts.map(({ text, make }) => [text, given(make)] as const),
    ...Object.entries(shapes).map(([name, make]) => [name, given((size) => make(size / 8))] as const),
  ];
}
