import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { JournalRecord } from '#lib/local/stepfunctions/interpreter/records.ts';
import { readJournal } from '#lib/local/stepfunctions/store/journal.ts';
import { EXPECTED } from './crash-workflow.ts';

/** When the process dies: before the record is written, in the middle of it, or right after. */
export type Mode = 'before' | 'torn' | 'after';

interface Life {
  signal: NodeJS.Signals | null;
  code: number | null;
  output: string;
  errors: string;
}

interface Call {
  tag: string;
  payload: unknown;
}

/**
 * Kills the workflow's process at its n-th journal record, lets a second process finish, and expects what must hold:
 * the same result, no answered task called again, nothing acknowledged lost. False when it ended before record n.
 */
export async function crashAt(mode: Mode, n: number): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'stepfunctions-crash-'));
  try {
    const first = await live(dir, mode, String(n));
    if (first.signal !== 'SIGKILL') {
      expectEnd(first);
      return false;
    }
    const before = callsOf(dir);
    const records = recordsOf(dir);
    const answered = answeredTags(records);
    for (const token of linesOf(dir, 'acknowledged')) expect(answeredTokens(records)).toContain(token);
    expectEnd(await live(dir, 'never', '0'));
    const after = callsOf(dir).slice(before.length);
    expect(after.filter(({ tag }) => answered.has(tag))).toEqual([]);
    expectSamePayloads([...before, ...after]);
    expectWholeHistory(recordsOf(dir));
    return true;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function live(dir: string, mode: string, at: string): Promise<Life> {
  const script = fileURLToPath(new URL('./crash-process.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, dir, mode, at], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, output, errors }));
  });
}

function expectEnd({ code, signal, output, errors }: Life): void {
  expect({ code, signal, errors }).toEqual({ code: 0, signal: null, errors: '' });
  const end = JSON.parse(output) as { status: string; output: string };
  expect({ status: end.status, output: JSON.parse(end.output ?? 'null') }).toEqual({
    status: 'SUCCEEDED',
    output: EXPECTED,
  });
}

/** One call's arguments are recorded before it is made, so a repeated call is the same call. */
function expectSamePayloads(calls: Call[]): void {
  const payloads = new Map<string, unknown>();
  for (const { tag, payload } of calls) {
    if (payloads.has(tag) && tag !== 'flaky') expect(payload).toEqual(payloads.get(tag));
    payloads.set(tag, payload);
  }
}

function expectWholeHistory(records: JournalRecord[]): void {
  const visible = records.filter(({ id }) => id > 0);
  expect(visible.map(({ id }) => id)).toEqual(visible.map((_, index) => index + 1));
  const entered = visible.filter(({ type }) => type.endsWith('StateEntered'));
  const names = entered.map(({ details }) => details?.name);
  expect(names).toEqual([...new Set(names)]);
  expect(records.filter(({ type }) => type === 'waitUntil')).toHaveLength(2);
}

function linesOf(dir: string, name: string): string[] {
  const path = join(dir, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

function callsOf(dir: string): Call[] {
  return linesOf(dir, 'calls').map((line) => JSON.parse(line) as Call);
}

function recordsOf(dir: string): JournalRecord[] {
  const files = ['running', 'closed'].flatMap((folder) => {
    const path = join(dir, 'engine', folder);
    return existsSync(path) ? readdirSync(path).map((file) => join(path, file)) : [];
  });
  return files.flatMap((file) => readJournal(file).records as JournalRecord[]);
}

/** Tags of the calls whose success is recorded. */
function answeredTags(records: JournalRecord[]): Set<string> {
  let scheduled = '';
  const answered = new Set<string>();
  for (const { type, details } of records) {
    const { Payload } = (details?.parameters ?? {}) as { Payload?: { tag: string } };
    if (type === 'TaskScheduled') scheduled = Payload?.tag ?? '';
    if (type === 'TaskSucceeded' || type === 'TaskSubmitted') answered.add(scheduled);
  }
  return answered;
}

/** Tokens whose answer is recorded. */
function answeredTokens(records: JournalRecord[]): string[] {
  const delivered = records.some(({ type, details }) => type === 'TaskSucceeded' && details?.output === 'delivered');
  return delivered ? records.flatMap(({ extra }) => extra?.token ?? []) : [];
}
