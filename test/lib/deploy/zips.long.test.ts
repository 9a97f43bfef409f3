import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Template } from '#lib/deploy/template.ts';
import { makeService, type Service, things } from './service.ts';
import { unzip } from './unzip.ts';

let service: Service;
let template: Template;

const zip = (name: string) => join(service.dir, '.serverless', name);
const zipOf = ({ Code }: Record<string, unknown>) => (Code as { S3Key: string }).S3Key.split('/').pop()!;
const functions = () => Object.entries(template.Resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Function');

beforeAll(async () => {
  service = makeService(things);
  expect(await service.package()).toMatchObject({ code: 0 });
  template = service.template();
});

afterAll(() => service.remove());

test('carry machine code only to the functions that load it', () => {
  const names = functions().map(([id, { Properties }]) => [id.replace('LambdaFunction', ''), zipOf(Properties)]);
  expect(names.filter(([, name]) => name !== 'functions.zip')).toEqual([
    ['LogIn', 'functions-argon2.zip'],
    ['Register', 'functions-argon2.zip'],
  ]);
  const native = (name: string) => [...unzip(zip(name)).keys()].filter((path) => path.endsWith('.node'));
  expect(native('functions.zip')).toEqual([]);
  expect(native('functions-argon2.zip')).toEqual([expect.stringMatching(/^native\/argon2\..*\.node$/)]);
});

test('hold every handler, which loads and answers in a fresh Node with nothing beside it', () => {
  const answers = functions().map(([id, { Properties }]) => {
    const dir = mkdtempSync(join(tmpdir(), 'svc-lambda-'));
    try {
      for (const [path, content] of unzip(zip(zipOf(Properties)))) {
        mkdirSync(dirname(join(dir, path)), { recursive: true });
        writeFileSync(join(dir, path), content);
      }
      return [id.replace('LambdaFunction', ''), invoke(join(dir, String(Properties.Handler)))];
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
  expect(Object.fromEntries(answers)).toEqual({
    BeatHost: 1,
    ConnectHostBell: 1,
    ListHostJobs: 1,
    LogIn: ['function', false],
    Register: ['function', false],
    ShowThing: 'event',
    LaunchThing: 'event',
    AnyThing: 404,
    NotFound: 404,
    OutboxSchedule: 1,
    LaunchThingBoot: 1,
  });
});

function invoke(handler: string): unknown {
  const file = pathToFileURL(handler.replace(/\.handler$/, '.mjs')).href;
  const script = `const { handler } = await import(${JSON.stringify(file)});
    console.log(JSON.stringify(await handler('event')));`;
  const options = { cwd: dirname(handler), encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], options));
}

test('are the same bytes from every run, in every time zone', async () => {
  const names = ['functions.zip', 'functions-argon2.zip'];
  const first = names.map((name) => readFileSync(zip(name)));
  expect(await service.package({ TZ: 'America/New_York' })).toMatchObject({ code: 0 });
  expect(names.map((name, i) => readFileSync(zip(name)).equals(first[i]!))).toEqual([true, true]);
});
