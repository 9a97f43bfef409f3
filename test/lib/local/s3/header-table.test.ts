import { readFileSync } from 'node:fs';
import * as sdk from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KeyBox } from '#lib/local/s3/store/encryption.ts';
import { type TestEngine, testEngine } from './engine.ts';
import { calls, type Outcome, type Sent } from './header-calls.ts';

/*
 * The table of the engine's README says what becomes of each header, parameter and field of AWS's model of the calls.
 * Here every row is tried at a running engine, and everything of the model must be in it.
 */

interface Row {
  call: string;
  /** A header `name: value`, or a parameter `?name=value`. */
  item: string;
  verdict: string;
}

const readme = readFileSync('lib/local/s3/README.md', 'utf8');
const rows: Row[] = [...readme.matchAll(/^\| ((?:\w+(?:, )?)+) \| (`.+`) \| (.+) \|$/gm)].flatMap(
  ([, names = '', items = '', verdict = '']) =>
    names
      .split(', ')
      .flatMap((call) => [...items.matchAll(/`([^`]+)`/g)].map(([, item = '']) => ({ call, item, verdict }))),
);

/** Seals nothing: what is encrypted under a key is the subject of encryption.test.ts. */
const box: KeyBox = { seal: async (key) => key, open: async (key) => key };

let s3: TestEngine;
beforeAll(async () => {
  s3 = await testEngine({ box });
  for (const name of ['box', 'settings']) {
    await s3.send(`/${name}`, { method: 'PUT', headers: { 'x-amz-bucket-object-lock-enabled': 'true' } });
  }
  await s3.send('/box/source', { method: 'PUT', body: 'source', headers: { 'x-amz-checksum-crc32': 'X4p/cw==' } });
});
afterAll(() => s3.close());

function sentOf(item: string): Sent {
  if (item.startsWith('?')) return { headers: {}, query: item.slice(1) };
  const cut = item.indexOf(': ');
  return { headers: { [item.slice(0, cut)]: item.slice(cut + 2) }, query: '' };
}

/** What a verdict promises, in the words of the table. */
function expected(verdict: string, item: string): (outcome: Outcome) => void {
  const [, status, code] = /^(?:checked|refused): (\d+)(?: (\w+))?$/.exec(verdict) ?? [];
  if (status !== undefined) return (got) => expect([got.status, got.code]).toEqual([Number(status), code]);
  if (verdict === '501') return (got) => expect([got.status, got.code]).toEqual([501, 'NotImplemented']);
  const [, shown = item.replace(/^\?(?:response-)?([\w-]+)=(.*)$/, '$1: $2')] =
    /^kept and shown as `(.+)`$/.exec(verdict) ?? [];
  const cut = shown.indexOf(': ');
  const [name, value] = [shown.slice(0, cut), shown.slice(cut + 2)];
  return (got) => {
    expect([got.status < 300, got.code]).toEqual([true, undefined]);
    if (verdict.startsWith('kept and shown')) expect(got.shown.get(name)).toBe(value);
    else
      expect([verdict, got.shown.get(name)]).toEqual([
        'ignored as AWS does',
        got.shown.get(name) === value ? 'shown' : got.shown.get(name),
      ]);
  };
}

it.each(rows)('$call with $item: $verdict', async ({ call, item, verdict }) => {
  const made = calls[call];
  if (!made) throw new Error(`there is no call ${call}`);
  expected(verdict, item)(await made(s3, sentOf(item)));
});

/** The names of the headers and parameters that AWS's model has for the request of a call. */
function modelled(call: string): string[] {
  const schema = (sdk as unknown as Record<string, unknown[] | undefined>)[`${call}Request$`];
  const members = (schema?.[5] ?? []) as unknown[][];
  const traits = members.map((member) => member[1] as Record<string, string> | number | undefined);
  return traits.flatMap((trait) =>
    typeof trait === 'object'
      ? ['httpHeader', 'httpQuery', 'httpPrefixHeaders'].flatMap((kind) => {
          const name = trait[kind];
          return name === undefined ? [] : [kind === 'httpQuery' ? `?${name}` : name.toLowerCase()];
        })
      : [],
  );
}

/** What every request of the call has, without which it would be another call. */
const inherent = new Set(['content-length', 'x-amz-copy-source', '?uploadId']);

it.each(Object.keys(calls).filter((call) => call !== 'PostObject'))(
  "has every header and parameter of AWS's model of %s",
  (call) => {
    const names = modelled(call);
    expect(names.length).toBeGreaterThan(0);
    const items = rows.filter((row) => row.call === call).map(({ item }) => item.toLowerCase());
    const isThere = (name: string) => items.some((item) => item.startsWith(name.toLowerCase()));
    expect(names.filter((name) => !inherent.has(name) && !isThere(name))).toEqual([]);
  },
);
