import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { BUILTINS, useOf } from '#lib/local/stepfunctions/asl/expression.ts';
import { JsonataPool } from '#lib/local/stepfunctions/jsonata/pool.ts';
import { harness, outputOf, until } from './harness.ts';

const pool = new JsonataPool(600);
afterAll(() => pool.close());

const evaluate = async (source: string, variables: object = {}): Promise<unknown> => {
  const reply = await pool.evaluate({ expressions: [{ field: 'F', source }], variables: JSON.stringify(variables) });
  if ('results' in reply) return JSON.parse(reply.results[0] as string);
  throw new Error(`${reply.field}: ${reply.message}`);
};

/** The state of a process: a letter, or 'gone'. */
const stateOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] ?? '';
  } catch {
    return 'gone';
  }
};

describe('the functions of Step Functions', () => {
  it.each<[string, unknown]>([
    ['$partition([1..5], 2)', [[1, 2], [3, 4], [5]]],
    ['$range(1, 9, 4)', [1, 5, 9]],
    ['$range(3, 1, -1)', [3, 2, 1]],
    ["$hash('abc', 'SHA-256')", 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ["$hash('abc', 'MD5')", '900150983cd24fb0d6963f7d28e17f72'],
    ['$parse(\'{"a":[1]}\').a', [1]],
    ['$random(7) = $random(7)', true],
    ['$random() < 1', true],
    ['$uuid() = $uuid()', false],
    ['$length($uuid())', 36],
    ['$now() = $now()', true],
  ])('%s gives %j', async (source, expected) => {
    expect(await evaluate(source)).toEqual(expected);
  });

  it.each([
    ['$range(1, 5000)', 'at most 1000'],
    ["$hash('a', 'ROT13')", 'knows MD5'],
    ['$partition([1], 0)', 'positive integer'],
    ["$parse('{')", 'JSON'],
    ["$eval('1')", 'not supported'],
    ['function($x){$x}', 'returned a function'],
    ['[{ "f": $sum }]', 'returned a function'],
    ['$nothing', 'returned nothing'],
    ["$error('mine')", 'mine'],
  ])('%s fails: %s', async (source, reason) => {
    await expect(evaluate(source)).rejects.toThrow(reason);
  });

  it('are, with JSONata’s own, exactly those that a definition may call', async () => {
    const found = await Promise.all([...BUILTINS].map((name) => evaluate(`$type($${name})`)));
    expect(new Set(found)).toEqual(new Set(['function']));
  });
});

describe('an expression that would never end or fill the memory', () => {
  it.each([
    ['a loop', '($f := function($n){ $f($n + 1) }; $f(0))'],
    ['deep recursion', '($f := function($n){ 1 + $f($n + 1) }; $f(0))'],
    ['catastrophic backtracking', "$match('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /^(a+)+$/)"],
    ['a square of comparisons', '$count($distinct([1..200000].{"a": $}))'],
    ['doubling text', "$reduce([1..60], function($a, $b){ $a & $a }, 'xxxxxxxx')"],
    ['a huge range', '[1..9999999].[1..9999999]'],
    ['a tree of doublings', "$string($reduce([1..40], function($a, $b){ { 'l': $a, 'r': $a } }, 'x'))"],
  ])('ends in an error: %s', async (_what, source) => {
    await expect(evaluate(source)).rejects.toThrow(/threw an error during evaluation/);
    expect(await evaluate('1 + 1')).toBe(2);
  });

  it('ends in an error, also where it takes a whole process down', async () => {
    const patient = new JsonataPool();
    const job = { expressions: [{ field: 'F', source: "$length($pad('x', 500000000))" }], variables: '{}' };
    expect(await patient.evaluate(job)).toMatchObject({ field: 'F', message: expect.stringContaining('memory') });
    await patient.close();
  });

  it('does not outlive a process that is killed', { skip: process.platform !== 'linux' }, async () => {
    const script = fileURLToPath(new URL('./pool-process.ts', import.meta.url));
    const owner = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(owner.stdout, 'data');
    const [evaluator = ''] = readFileSync(`/proc/${owner.pid}/task/${owner.pid}/children`, 'utf8').trim().split(' ');
    expect(stateOf(evaluator)).toMatch(/[RS]/);
    owner.kill('SIGKILL');
    await until(() => /gone|Z/.test(stateOf(evaluator)));
  });

  it('leaves others that wait behind it their answers', async () => {
    const [bad, ...good] = await Promise.allSettled([
      evaluate('($f := function($n){ $f($n + 1) }; $f(0))'),
      evaluate('$x + 1', { x: 1 }),
      evaluate('$x + 1', { x: 2 }),
    ]);
    expect(bad.status).toBe('rejected');
    expect(good).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'fulfilled', value: 3 },
    ]);
  });

  it('cannot reach the process or the next evaluation', async () => {
    expect(
      await evaluate("$exists($states.constructor) or $exists($lookup($states, '__proto__'))", { states: {} }),
    ).toBe(false);
    expect(await evaluate('($x := 5; $x)', { x: 1 })).toBe(5);
    expect(await evaluate('$x', { x: 1 })).toBe(1);
  });
});

it('what an expression takes from outside is told apart from what it binds', () => {
  expect(useOf('($x := 1; $map($states.input.a, function($v, $i){ $v + $x + $i + $outer }))')).toEqual({
    variables: ['outer'],
    states: ['input'],
    evaluates: false,
  });
  expect(useOf('$states.input@$a#$i.{ "a": $a, "i": $i, "b": $states.context.b }').variables).toEqual([]);
  expect(useOf('$ ~> $eval').evaluates).toBe(true);
});

it('values that change are the same for the whole execution once they are recorded', async () => {
  const { run } = await harness({ echo: (payload) => payload });
  const done = await run({
    A: { Type: 'Pass', Assign: { id: '{% $uuid() %}', at: '{% $millis() %}' }, Next: 'B' },
    B: { Type: 'Pass', Output: '{% [$id, $at] %}', Next: 'C' },
    C: { Type: 'Pass', Output: '{% $states.input[0] = $id and $states.input[1] = $at %}', End: true },
  });
  expect(outputOf(done)).toBe(true);
});
