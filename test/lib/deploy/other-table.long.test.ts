import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Resource } from '#lib/deploy/template.ts';
import { makeService, things } from './service.ts';

/** The memory and the time of each function. */
const pairs = (resources: Record<string, Resource>) =>
  Object.fromEntries(
    Object.entries(resources)
      .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
      .map(([id, { Properties }]) => [id.replace('LambdaFunction', ''), [Properties.MemorySize, Properties.Timeout]]),
  );

describe('a table that is there already', () => {
  const name = 'restored';
  const streamArn = 'arn:aws:dynamodb:ap-south-1:123456789012:table/restored/stream/2026-11-28T02:00:00.000';
  const other = makeService(things);
  const packaged = (parameters: object) => {
    const params = `params: ${JSON.stringify({ default: parameters })}`;
    other.write({ 'serverless.yml': `${things['serverless.yml']}`.replace(/^params: .*$/m, params) });
    return other.package();
  };
  afterAll(() => other.remove());

  test('takes the place of the stack’s own, in what a linter takes; functions are those of their classes', async () => {
    expect(await packaged({ tableName: name, tableStreamArn: streamArn })).toMatchObject({ code: 0 });
    const { Resources, Outputs } = other.template();
    expect(Object.keys(Resources)).not.toContain('Table');
    expect(Resources.ShowThingLambdaFunction?.Properties.Environment).toMatchObject({ Variables: { SVC_TABLE: name } });
    expect(Outputs?.TableName).toMatchObject({ Value: name });
    expect(pairs(Resources)).toEqual({
      ...{ LogIn: [1769, 20], Register: [1769, 20], ShowThing: [512, 20], OutboxSchedule: [512, 45] },
      ...{ LaunchThing: [512, 20], AnyThing: [512, 20], NotFound: [512, 20], LaunchThingBoot: [512, 45] },
      ...{ BeatHost: [512, 20], ListHostJobs: [512, 20], ConnectHostBell: [512, 20] },
    });
    const file = join(other.dir, '.serverless/cloudformation-template-update-stack.json');
    const { status, stdout } = spawnSync('cfn-lint', [file], { encoding: 'utf8' });
    if (status !== null) expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  test('is not asked for its stream by packaging', async () => {
    const { code, output } = await packaged({ tableName: name });
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('tableStreamArn: packaging asks nothing of AWS: say it, or deploy'),
    ]);
  });
});
