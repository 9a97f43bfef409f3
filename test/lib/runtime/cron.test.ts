import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
const script = 'lib/runtime/drivers/container/cron.pl';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-cron-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** What the jobs write that these crontabs start at this moment, or at a boot. */
async function output(tables: Readonly<Record<string, string>>, at: string): Promise<string[]> {
  for (const [path, text] of Object.entries(tables)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const when = at === 'reboot' ? at : `${Date.parse(at) / 1000}`;
  const { stdout } = await run('perl', [script, when, root], { env: { PATH: process.env.PATH, TZ: 'UTC' } });
  return stdout.split('\n').filter(Boolean).sort();
}

const own = (line: string) => ({ 'var/spool/cron/crontabs/root': `${line} echo due\n` });

/** A Sunday. */
const sunday = '2027-03-07T09:30:20Z';

test.each([
  '* * * * *',
  '30 9 * * *',
  '*/15 * * * *',
  '0,30 8-10 * * *',
  '20-40/10 9 7 3 *',
  '30 9 * mar sun',
  '30 9 * Jan-Mar 7',
  '30 9 * * 5-7',
  // Where both days are restricted, one of them is enough (crontab(5)).
  '30 9 1 * 0',
  '30 9 7 * 1',
])('%s is due on a Sunday, the seventh of March, at half past nine', async (line) => {
  expect(await output(own(line), sunday)).toEqual(['due']);
});

test.each([
  '31 9 * * *',
  '30 10 * * *',
  '*/20 * * * *',
  '30 9 8 * *',
  '30 9 * 4 *',
  '30 9 * * mon-sat',
  '30 9 */2 * 1',
  '30 9 8 * 1',
  '@hourly',
  '@daily',
  '@reboot',
  '30 9 * *',
  'x y * * *',
  '# * * * * *',
])('%s is not', async (line) => {
  expect(await output(own(line), sunday)).toEqual([]);
});

test.each([
  ['@hourly', '2027-03-07T09:00:00Z'],
  ['@daily', '2027-03-08T00:00:00Z'],
  ['@midnight', '2027-03-08T00:00:00Z'],
  ['@weekly', '2027-03-07T00:00:00Z'],
  ['@monthly', '2027-04-01T00:00:00Z'],
  ['@yearly', '2028-01-01T00:00:00Z'],
  ['@annually', '2028-01-01T00:00:00Z'],
  ['@reboot', 'reboot'],
])('%s is due at %s', async (line, at) => {
  expect(await output(own(line), at)).toEqual(['due']);
});

test('at a boot nothing runs but what is for boots', async () => {
  expect(await output(own('* * * * *'), 'reboot')).toEqual([]);
});

test("tables of the system name a user, which is the machine's one; files with a dot in their name are none", async () => {
  const tables = {
    'etc/crontab': 'SHELL=/bin/sh\n* * * * * www-data echo from crontab\n',
    'etc/cron.d/backup': '* * * * *\troot\techo from cron.d\n',
    'etc/cron.d/backup.disabled': '* * * * * root echo from a disabled one\n',
  };
  expect(await output(tables, sunday)).toEqual(['from cron.d', 'from crontab']);
});

test('variables hold for the lines of their table; a % begins the input, and \\% is one', async () => {
  const tables = {
    'etc/crontab': `WHO = "a neighbour"\nHOME=${'/tmp'}\n* * * * * root echo $WHO in $PWD; date -d @0 +\\%Y\n`,
    'var/spool/cron/crontabs/root': '* * * * * cat; echo ${WHO-nobody}%first%second\n',
  };
  expect(await output(tables, sunday)).toEqual(['1970', 'a neighbour in /tmp', 'first', 'nobody', 'second']);
});
