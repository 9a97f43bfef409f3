import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Template } from '#lib/deploy/template.ts';
import { hostArchitecture } from '#lib/deploy/weigh.ts';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A service of a few functions in a folder of its own, with the packages and the lib folder of this repository. */
export interface Service {
  dir: string;
  write(files: Record<string, string>): void;
  /** Runs `serverless package` with an empty environment but `env`. */
  package(env?: Record<string, string>): Promise<{ code: number; output: string }>;
  template(): Template;
  remove(): void;
}

/** Makes that folder with `files` in it. */
export function makeService(files: Record<string, string>): Service {
  const dir = mkdtempSync(join(tmpdir(), 'svc-deploy-'));
  for (const name of ['node_modules', 'lib']) symlinkSync(join(root, name), join(dir, name), 'dir');
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(dir, name));
  const service: Service = {
    dir,
    write(more) {
      for (const [path, text] of Object.entries(more)) {
        mkdirSync(dirname(join(dir, path)), { recursive: true });
        writeFileSync(join(dir, path), text);
      }
    },
    package: (env = {}) =>
      new Promise((resolve) => {
        const serverless = join(root, 'node_modules/serverless/bin/serverless.js');
        const options = { cwd: dir, env: { PATH: process.env.PATH, HOME: dir, NO_COLOR: '1', ...env } };
        execFile(process.execPath, [serverless, 'package'], options, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
        );
      }),
    template: () =>
      JSON.parse(readFileSync(join(dir, '.serverless/cloudformation-template-update-stack.json'), 'utf8')),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
  service.write(files);
  return service;
}

const serverlessYml = `
service: svc
configValidationMode: error
provider:
  name: aws
  runtime: nodejs24.x
  architecture: ${hostArchitecture}
  region: ap-south-1
  stage: test
  versionFunctions: false
  httpApi: { payload: '2.0', metrics: true }
plugins: [./lib/deploy/plugin.ts]
params: { default: { hostRate: 700, hostConcurrency: 7, scheduleConcurrency: none } }
functions:
  - \${file(functions/hosts/functions.yml)}
  - \${file(functions/things/functions.yml)}
  - \${file(functions/scheduled/functions.yml)}
  - \${file(statemachines/launch-thing/functions.yml)}
custom:
  access: \${file(lib/deploy/access.yml)}
  environment: \${file(lib/deploy/environment.yml)}
  parameters: \${file(lib/deploy/parameters.yml)}
resources:
  - \${file(lib/store/table.yml)}
  - \${file(lib/deploy/resources.yml)}
`;

const machine = `
QueryLanguage: JSONata
StartAt: Boot
States:
  Boot:
    Type: Task
    Resource: arn:aws:states:::lambda:invoke
    Arguments: { FunctionName: '\${launchThingBoot}', Payload: '{% $states.input %}' }
    End: true
`;

const login = `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { verifyPassword } from '#lib/standards/passwords/hash.ts';
export const handler = async () => [typeof DynamoDBClient.prototype.send, await verifyPassword(undefined, 'a password')];
`;

/**
 * Routes with and without machine code, a route of all methods, the catch-all, routes of hosts, a workflow's task and a
 * scheduled task.
 */
export const things: Record<string, string> = {
  'serverless.yml': serverlessYml,
  'functions/things/functions.yml': `
logIn: { handler: functions/things/login.handler, access: [table:write], throttle: 5, events: [httpApi: POST /login] }
register: { handler: functions/things/register.handler, access: [table:write], events: [httpApi: POST /register] }
showThing:
  handler: functions/things/show.handler
  access: [table:read, table:rate]
  events: [httpApi: 'GET /things/{id}']
launchThing:
  handler: functions/things/launch.handler
  access: [sfn:launch-thing, table:write]
  events: [httpApi: 'POST /things/{id}']
anyThing:
  handler: functions/things/any.handler
  access: [table:rate, table:read]
  events: [httpApi: 'ANY /any/{path+}']
notFound: { handler: functions/things/any.handler, access: [], events: [httpApi: '*'] }
`,
  'functions/things/login.ts': login,
  'functions/things/register.ts': login,
  'functions/things/show.ts':
    "import * as z from 'zod';\nexport const handler = async (e: unknown) => z.string().parse(e);\n",
  'functions/things/launch.ts':
    "import * as z from 'zod';\nexport const handler = async (e: unknown) => z.string().parse(e);\n",
  'functions/things/any.ts': 'export const handler = async () => 404;\n',
  'functions/hosts/functions.yml': `
beatHost: { handler: functions/hosts/beat.handler, access: [table:write], events: [hostApi: POST /hosts/self/heartbeat] }
connectHostBell: { handler: functions/hosts/beat.handler, access: [table:write], events: [hostBell: $connect] }
listHostJobs: { handler: functions/hosts/beat.handler, access: [table:read], events: [hostApi: GET /hosts/self/jobs] }
`,
  'functions/hosts/beat.ts': 'export const handler = async () => 1;\n',
  'functions/scheduled/functions.yml': `
outboxSchedule:
  handler: functions/scheduled/outbox.handler
  access: [sfn:all, table:write]
  events: [schedule: { rate: [rate(1 minute)], method: scheduler }]
`,
  'functions/scheduled/outbox.ts': 'export const handler = async () => 1;\n',
  'statemachines/launch-thing/machine.asl.yml': machine,
  'statemachines/launch-thing/functions.yml':
    'launchThingBoot: { handler: statemachines/launch-thing/boot.handler, access: [table:write, task:answer] }\n',
  'statemachines/launch-thing/boot.ts': 'export const handler = async () => 1;\n',
};
