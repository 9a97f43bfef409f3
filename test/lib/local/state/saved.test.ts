import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SavedStates } from '#lib/local/state/saved.ts';
import { version } from '#lib/model/platform/version.ts';
import { newDataDir, save, write } from './folder.ts';

let dir: string;
let states: SavedStates;
beforeEach(async () => {
  dir = await newDataDir();
  await write(dir, 'saved');
  await save(dir, 'kept');
  states = new SavedStates(dir);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const at = (file: string) => join(dir, 'states/kept', file);
/** Changes what a state says of itself. */
const amend = (change: object) => {
  const manifest = JSON.parse(readFileSync(at('state.json'), 'utf8'));
  writeFileSync(at('state.json'), JSON.stringify({ ...manifest, ...change }));
};

test('a saved state is listed with what is in it', () => {
  const [one, ...others] = states.list();
  expect(others).toEqual([]);
  expect(one).toEqual({
    name: 'kept',
    saved_at: expect.stringMatching(/^\d{4}-.*Z$/),
    now: '2030-01-02T03:04:05.678Z',
    version,
    driver: 'simulated',
    size_bytes: expect.any(Number),
    problem: null,
  });
  expect(one?.size_bytes).toBeGreaterThan(4096);
});

test.each(['..', '.', '', 'A', 'a/b', '../kept', 'a b', '%2e%2e', 'a\0', 'x'.repeat(41), 'kept/', '.new-kept'])(
  'the name %j is refused, whatever is asked',
  (name) => {
    const refusal = `name: ${JSON.stringify(name.slice(0, 80))} must be 1 to 40 of a-z, 0-9 and -`;
    expect(() => states.open(name)).toThrow(refusal);
    expect(() => states.draft(name)).toThrow(refusal);
    expect(() => states.remove(name)).toThrow(refusal);
  },
);

test('a state that there is not cannot be loaded or removed', () => {
  expect(() => states.open('other')).toThrow('state other not found');
  expect(() => states.remove('other')).toThrow('state other not found');
  mkdirSync(join(dir, 'elsewhere'));
  symlinkSync(join(dir, 'elsewhere'), join(dir, 'states/linked'));
  expect(() => states.open('linked')).toThrow('state linked not found');
});

test('a removed state is gone', () => {
  states.remove('kept');
  expect(states.list()).toEqual([]);
});

const unusable: [string, () => void, string][] = [
  ['without state.json', () => rmSync(at('state.json')), 'it has no state.json of a saved state'],
  ['whose state.json is cut off', () => writeFileSync(at('state.json'), '{'), 'it has no state.json of a saved state'],
  [
    'of another version',
    () => amend({ version: '0.0.9' }),
    `it is of format 1, version 0.0.9, data format 1; this platform is of format 1, version ${version}, data format 1`,
  ],
  [
    'of another format',
    () => amend({ format: 2 }),
    `it is of format 2, version ${version}, data format 1; this platform is of format 1, version ${version}, data format 1`,
  ],
  ['of which a file is missing', () => rmSync(at('s3/blobs/ab/abcd')), 'its file s3/blobs/ab/abcd has no bytes, not 6'],
  [
    'of which a file was cut off',
    () => {
      rmSync(at('mailbox/mail-1.json'));
      writeFileSync(at('mailbox/mail-1.json'), 'sav');
    },
    'its file mailbox/mail-1.json has 3 bytes, not 6',
  ],
  ['with a further file', () => writeFileSync(at('keys/x'), ''), 'its file keys/x is not named in state.json'],
  ['whose table was changed', () => flip(at('table.sqlite')), 'its table.sqlite was changed'],
  [
    'with a link',
    () => {
      rmSync(at('keys/signing.json'));
      symlinkSync('/etc/passwd', at('keys/signing.json'));
    },
    'signing.json is neither a file nor a folder',
  ],
];

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

test.each(unusable)('a state %s cannot be loaded, and says why', (_, spoil, why) => {
  spoil();
  expect(() => states.open('kept')).toThrow(/^state kept cannot be loaded: /);
  expect(() => states.open('kept')).toThrow(why);
});

test('a path out of the folder is refused before a file is touched', () => {
  const { files } = JSON.parse(readFileSync(at('state.json'), 'utf8'));
  amend({ files: { ...files, '../../format': 2 } });
  expect(() => states.open('kept')).toThrow('state kept cannot be loaded: state.json names "../../format"');
});

test('a draft does not count before it is published', () => {
  const draft = states.draft('next');
  appendFileSync(join(draft, 'table.sqlite'), 'half');
  expect(states.list().map(({ name }) => name)).toEqual(['kept']);
  expect(new SavedStates(dir).list().map(({ name }) => name)).toEqual(['kept']);
});
