import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ListExecutionsCommand } from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { FlushedFolder, Flusher } from '#lib/local/stepfunctions/store/flusher.ts';
import { Journal, readJournal } from '#lib/local/stepfunctions/store/journal.ts';
import { fileName } from '#lib/local/stepfunctions/store/machines.ts';
import { harness, outputOf, temporaryFolder, until } from './harness.ts';

const DAY = 86_400_000;

/** Writes closed executions of the machine `old`, the first the newest, as an engine of some days ago left them. */
function leaveClosed(dir: string, count: number): void {
  mkdirSync(join(dir, 'closed'), { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const at = Date.now() - DAY - index * 1000;
    const name = `e${index}`;
    const execution = {
      arn: `arn:aws:states:us-east-1:000000000000:execution:old:${name}`,
      name,
      machine: 'old',
      machineArn: '',
      roleArn: '',
      input: '{}',
      definition: '',
    };
    const lines = [
      { id: 1, previous: 0, at, type: 'ExecutionStarted', extra: { execution } },
      { id: 2, previous: 1, at: at + 5, type: 'ExecutionSucceeded', details: { output: index } },
    ];
    writeFileSync(
      join(dir, 'closed', fileName(`old~${name}`, '.jsonl')),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
  }
}

describe('a journal', () => {
  it('gives back its whole records, and goes on after a torn one', async () => {
    const path = join(temporaryFolder(), 'j');
    const first = new Journal(path, 'ax');
    first.append({ a: 1 });
    first.append({ b: 'é\n' });
    await first.close();
    appendFileSync(path, '{"torn":');
    const { records, length, damaged } = readJournal(path);
    expect([records, damaged]).toEqual([[{ a: 1 }, { b: 'é\n' }], false]);
    const second = new Journal(path, 'r+', length);
    second.append({ c: 3 });
    await second.close();
    expect(readJournal(path)).toMatchObject({ records: [{ a: 1 }, { b: 'é\n' }, { c: 3 }], damaged: false });
  });

  it('leaves out what follows a damaged line', () => {
    const path = join(temporaryFolder(), 'j');
    writeFileSync(path, '{"a":1}\n\0\0\0\n{"b":2}\n');
    expect(readJournal(path)).toMatchObject({ records: [{ a: 1 }], length: 8, damaged: true });
  });

  it('takes no record once it is closed', async () => {
    const journal = new Journal(join(temporaryFolder(), 'j'), 'ax');
    await journal.close();
    await journal.close();
    expect(() => journal.append({})).toThrow('closed');
  });
});

describe('a flusher', () => {
  it('serves many requests by few flushes, each begun after the request', async () => {
    const begun: number[] = [];
    let written = 0;
    let flushed = 0;
    const flusher = new Flusher(async () => {
      const length = written;
      begun.push(length);
      await new Promise((resolve) => setImmediate(resolve));
      flushed = length;
    });
    const write = async () => {
      written += 1;
      const mine = written;
      await flusher.request();
      expect(flushed).toBeGreaterThanOrEqual(mine);
    };
    await Promise.all(Array.from({ length: 50 }, write));
    expect(begun).toEqual([1, 50]);
  });

  it('tells a failure to those it concerns, and serves the next', async () => {
    let fail = true;
    const flusher = new Flusher(async () => {
      if (fail) throw new Error('disk full');
    });
    await expect(flusher.request()).rejects.toThrow('disk full');
    fail = false;
    await expect(flusher.request()).resolves.toBeUndefined();
  });
});

describe('a folder', () => {
  it('is flushed as often as asked, also after it was let go', async () => {
    const folder = new FlushedFolder(temporaryFolder());
    await folder.close();
    await folder.durable();
    await Promise.all([folder.durable(), folder.durable()]);
    await folder.close();
    await expect(folder.durable()).resolves.toBeUndefined();
    await folder.close();
  });

  it('that is not there is a failure, until it is', async () => {
    const path = join(temporaryFolder(), 'later');
    const folder = new FlushedFolder(path);
    await expect(folder.durable()).rejects.toThrow('ENOENT');
    mkdirSync(path);
    await expect(folder.durable()).resolves.toBeUndefined();
    await folder.close();
  });
});

describe('closed executions', () => {
  it('are found again after a restart without reading them, also where the index is lost', async () => {
    const dir = temporaryFolder();
    leaveClosed(dir, 3);
    const first = await harness({}, dir);
    const arn = 'arn:aws:states:us-east-1:000000000000:execution:old:e1';
    expect(outputOf(await first.closed(arn))).toBe(1);
    await first.close();
    // A journal that is older than the index is not opened at start: damage to it goes unnoticed there.
    const path = join(dir, 'closed', fileName('old~e1', '.jsonl'));
    truncateSync(path, 10);
    utimesSync(path, 0, 0);
    const second = await harness({}, dir);
    expect(second.logs).toEqual([]);
    await second.close();
    expect(statSync(path).size).toBe(10);
  });

  it('are kept to the newest thousand or so', async () => {
    const dir = temporaryFolder();
    leaveClosed(dir, 1_250);
    const { run, start, client, close } = await harness({}, dir);
    const done = await run({ A: { Type: 'Succeed' } });
    await until(() => readdirSync(join(dir, 'closed')).length <= 1_000);
    const left = new Set(readdirSync(join(dir, 'closed')));
    expect(left.size).toBe(1_000);
    expect(left.has(fileName('old~e0', '.jsonl'))).toBe(true);
    expect(left.has(fileName('old~e1249', '.jsonl'))).toBe(false);
    await expect(start(done.stateMachineArn as string, {}, done.name as string)).rejects.toThrow('Already Exists');
    expect(
      (await client.send(new ListExecutionsCommand({ stateMachineArn: done.stateMachineArn as string }))).executions,
    ).toHaveLength(1);
    await close();
    expect(readFileSync(join(dir, 'closed.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1_000);
  });
});
