import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deliversLogs } from '#lib/deploy/operations/logs.ts';
import type { Statement, Template } from '#lib/deploy/template.ts';
import { hostArchitecture, weigh } from '#lib/deploy/weigh.ts';
import { unzip } from '#test/lib/deploy/unzip.ts';
import { wrongOfServices } from '#test/support/grants/services.ts';
import { readFunctions } from '#test/support/platform/functions.ts';

// Packaging and bundling all functions takes minutes of a slow processor.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));
const functions = readFunctions(root);
const lambdaId = (key: string) => `${key.charAt(0).toUpperCase()}${key.slice(1)}LambdaFunction`;

/** This repository's own service in a folder of its own, so that packaging it leaves nothing here. */
let dir: string;
let template: Template;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-package-'));
  for (const name of ['functions', 'lib', 'statemachines', 'node_modules'])
    symlinkSync(join(root, name), join(dir, name));
  for (const name of ['serverless.yml', 'package.json', 'package-lock.json']) cpSync(join(root, name), join(dir, name));
  await new Promise<void>((resolve, reject) => {
    const serverless = join(root, 'node_modules/serverless/bin/serverless.js');
    const options = { cwd: dir, env: { PATH: process.env.PATH, HOME: dir, NO_COLOR: '1' } };
    // This machine's own processor, whose machine code is installed; and the engine that makes the fullest stack.
    const parameters = ['--param', `architecture=${hostArchitecture}`, '--param', 'objectEngine=aws-s3'];
    const args = [serverless, 'package', ...parameters];
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      error ? reject(new Error(stdout + stderr)) : resolve(),
    );
  });
  const file = join(dir, '.serverless/cloudformation-template-update-stack.json');
  template = JSON.parse(readFileSync(file, 'utf8'));
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const ofType = (type: string) => Object.entries(template.Resources).filter(([, { Type }]) => Type === type);

test('serverless.yml deploys every function of every functions.yml', () => {
  const deployed = ofType('AWS::Lambda::Function').map(([id]) => id);
  expect(deployed.sort()).toEqual([...functions.keys()].map(lambdaId).sort());
});

test('the API has the routes of functions.yml, each with its function, and GET as ANY', () => {
  const { paths, components } = template.Resources.HttpApi!.Properties.Body as {
    paths: Record<string, Record<string, { 'x-amazon-apigateway-integration': { $ref: string } }>>;
    components: Record<'x-amazon-apigateway-integrations', Record<string, object>>;
  };
  const routed = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const id = operation['x-amazon-apigateway-integration'].$ref.split('/').at(-1) ?? '';
      const integration = components['x-amazon-apigateway-integrations'][id];
      const uri = /functions\/\$\{(\w+)\.Arn\}/.exec(JSON.stringify(integration))?.[1];
      const any = verb === 'x-amazon-apigateway-any-method';
      return [path === '/$default' ? '*' : `${any ? 'ANY' : verb.toUpperCase()} ${path}`, uri].join(' → ');
    }),
  );
  const declared = [...functions].flatMap(([key, { events = [] }]) =>
    events.flatMap(({ httpApi }) => {
      if (typeof httpApi !== 'string') return [];
      return [`${httpApi.replace(/^GET /, 'ANY ')} → ${lambdaId(key)}`];
    }),
  );
  expect(routed.sort()).toEqual(declared.sort());
});

test('the command by which a host joins names the API of hosts', () => {
  const { Environment } = template.Resources[lambdaId('createJoinToken')]!.Properties;
  expect(Environment).toMatchObject({ Variables: { SVC_HOST_API: { 'Fn::GetAtt': ['HostApi', 'ApiEndpoint'] } } });
});

test('no role may do everything, or anything to everything', () => {
  const policies = [...ofType('AWS::IAM::Role'), ...ofType('AWS::IAM::ManagedPolicy')].flatMap(([, { Properties }]) => [
    ...((Properties.Policies ?? []) as { PolicyDocument: object }[]).map(({ PolicyDocument }) => PolicyDocument),
    ...(Properties.PolicyDocument ? [Properties.PolicyDocument as object] : []),
  ]);
  const statements = policies.flatMap((policy) => (policy as { Statement: Statement[] }).Statement);
  expect(statements.length).toBeGreaterThan(policies.length / 2);
  expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([]);
  // Those that deliver the logs of workflows: AWS has no narrower resource for them.
  const everywhere = statements.filter(({ Resource }) => [Resource].flat().includes('*'));
  expect(new Set(everywhere.map((statement) => JSON.stringify(statement)))).toEqual(
    new Set([JSON.stringify(deliversLogs)]),
  );
});

test('workflows, the scheduler, the APIs and the readers of the stream may do what the stack has them do, and no more', () => {
  expect(wrongOfServices(template)).toEqual([]);
});

/** What a function may do at Amazon S3 and IAM, by resource. */
function atAmazon(key: string): Record<string, string[]> {
  const roleId = /\$\{(\w+)\.Arn\}/.exec(JSON.stringify(template.Resources[lambdaId(key)]?.Properties.Role))?.[1];
  const { Policies = [] } = template.Resources[roleId ?? '']?.Properties ?? {};
  const statements = (Policies as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );
  const allowed: Record<string, string[]> = {};
  for (const { Action, Resource } of statements) {
    const actions = [Action].flat().filter((action) => /^(s3|iam):/.test(action));
    const on = JSON.stringify(Resource).replace(/.*:(s3:::|user)|"\}$/g, '');
    if (actions.length > 0) allowed[on] = [...(allowed[on] ?? []), ...actions];
  }
  return allowed;
}

test('at Amazon S3 functions touch the deployment’s own buckets alone, at IAM its own users, bounded', () => {
  expect(atAmazon('getInvoice')).toEqual({});
  expect(atAmazon('createPresignedUrl')).toEqual({});
  expect(atAmazon('getBucket')).toEqual({
    'svc-dev-data-*': ['s3:ListBucket', 's3:ListBucketMultipartUploads', 's3:ListBucketVersions'],
    'svc-dev-data-*/*': ['s3:ListMultipartUploadParts'],
  });
  expect(Object.keys(atAmazon('updateBucket'))).toEqual(['svc-dev-data-*', 'svc-dev-data-*/*']);
  expect(Object.keys(atAmazon('createBucketKey'))).toEqual(['/svc-dev/*']);
  const making = JSON.stringify(template.Resources).match(/\{[^{}]*"iam:CreateUser".*?\}\}\}\}/g) ?? [];
  expect(making.length).toBeGreaterThan(1);
  const bounded = '"Condition":{"StringEquals":{"iam:PermissionsBoundary":{"Ref":"BucketKeyBoundary"}}}';
  expect(making.filter((statement) => !statement.includes(bounded))).toEqual([]);
});

test('of a schedule whose runs share the work all are started at one time, and have room', () => {
  const sharing = [...functions].filter(([, { runs = 1 }]) => runs > 1);
  expect(sharing.map(([key]) => key)).toEqual([
    ...['autoscaleSchedule', 'scalingSchedule', 'backupsSchedule', 'meteringSchedule', 'reconcileSchedule'],
  ]);
  for (const [key, { runs = 1 }] of sharing) {
    const inputs = ofType('AWS::Scheduler::Schedule').map(
      ([, { Properties }]) => (Properties.Target as { Input?: string }).Input,
    );
    expect(inputs.filter((input) => input === `{"schedule":"${key}"}`)).toHaveLength(1);
    const { DefinitionString } = template.Resources.SharedRunsStateMachine?.Properties ?? {};
    expect(JSON.parse(String(DefinitionString)).States[key].Items).toHaveLength(runs);
    expect(template.Resources[lambdaId(key)]?.Properties.ReservedConcurrentExecutions).toBe(runs);
  }
});

test('the stack is far below CloudFormation’s limits: a resource a function, scheduled task, workflow or alarm, and few besides', () => {
  const counted = [
    'AWS::Lambda::Function',
    'AWS::Scheduler::Schedule',
    'AWS::StepFunctions::StateMachine',
    'AWS::CloudWatch::Alarm',
  ];
  const besides = Object.values(template.Resources).filter(({ Type }) => !counted.includes(Type));
  // Roles are the most of them. Logs, the queue, the topic and the dashboard are nine, the hosts' bell is six, and the
  // policies by which the API may call all functions are seven. How many there may be in all is in the table of quotas
  // (lib/deploy/quotas).
  expect(besides.length).toBeLessThanOrEqual(97);
  expect(Buffer.byteLength(JSON.stringify(template))).toBeLessThan(710_000);
  expect(statSync(join(dir, '.serverless/functions.zip')).size).toBeLessThan(5_000_000);
});

test.skipIf(spawnSync('cfn-lint', ['--version']).status !== 0)(
  'cfn-lint has nothing to say',
  () => {
    const file = join(dir, '.serverless/cloudformation-template-update-stack.json');
    const { status, stdout } = spawnSync('cfn-lint', [file], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  },
  // Twenty seconds of work, several times that where the machine does other things besides.
  300_000,
);

test('every handler loads from its own zip in a fresh Node with nothing beside it, and so does its lazy code', () => {
  const zips = Map.groupBy(ofType('AWS::Lambda::Function'), ([, { Properties }]) =>
    (Properties.Code as { S3Key: string }).S3Key.split('/').at(-1),
  );
  expect([...zips.keys()].sort()).toEqual(['functions-argon2.zip', 'functions-guides-reference.zip', 'functions.zip']);
  for (const [name = '', owners] of zips) {
    const handlers = owners.map(([, { Properties }]) => String(Properties.Handler).replace(/\.handler$/, '.mjs'));
    const exported = loaded(join(dir, '.serverless', name), (paths) => paths.filter((path) => handlers.includes(path)));
    expect(exported, name).toEqual(Object.fromEntries(handlers.map((path) => [path, true])));
  }
  const all = loaded(join(dir, '.serverless/functions-argon2.zip'), (paths) => paths);
  expect(Object.keys(all).length).toBeGreaterThan(functions.size);
});

/** Imports files of a zip in one process: whether each exports a `handler`. Throws when one does not load. */
function loaded(zip: string, which: (paths: string[]) => string[]): Record<string, boolean> {
  const alone = mkdtempSync(join(tmpdir(), 'svc-lambda-'));
  try {
    const files = unzip(zip);
    for (const [path, content] of files) {
      mkdirSync(dirname(join(alone, path)), { recursive: true });
      writeFileSync(join(alone, path), content);
    }
    const paths = which([...files.keys()].filter((path) => path.endsWith('.mjs')));
    const script = `const exported = {};
      for (const path of ${JSON.stringify(paths)})
        exported[path] = typeof (await import('./' + path)).handler === 'function';
      console.log(JSON.stringify(exported));
      process.exit(0);`;
    const options = { cwd: alone, env: {}, encoding: 'utf8' } as const;
    return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], options));
  } finally {
    rmSync(alone, { recursive: true });
  }
}

test('every handler is within 250 KB, 900 KB with the SDK and 50 files, with machine code where needed', async () => {
  const modules = [...new Set([...functions.values()].map(({ handler }) => handler.replace(/\.handler$/, '')))].sort();
  const { weights } = await weigh({ root: dir, modules, into: join(dir, '.build') });
  expect(weights.filter((weight) => weight.own > 250_000 || weight.whole > 900_000)).toEqual([]);
  expect(weights.filter((weight) => weight.files > 50)).toEqual([]);
  const withPasswords = /(register|log-?in|password|iam-users\/create|mfa\/disable)/;
  expect(weights.filter(({ module, native }) => native.length > 0 && !withPasswords.test(module))).toEqual([]);
});
