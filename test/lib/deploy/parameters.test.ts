import { expect, test } from 'vitest';
import { checkParameters, environmentOf, ownEnvironmentOf } from '#lib/deploy/parameters.ts';

const region = 'ap-south-1';
const certificateArn = 'arn:aws:acm:ap-south-1:123456789012:certificate/4f1e';
const tableStreamArn = 'arn:aws:dynamodb:ap-south-1:123456789012:table/restored/stream/2026-11-28T02:00:00.000';
const defaults = { apiRate: '500', hostRate: '500', passwordConcurrency: '30' };
const check = (values: Record<string, unknown>, given: string[] = []) =>
  checkParameters({ ...defaults, ...values }, region, given);

test('a deployment needs none', () => {
  expect(environmentOf(check({}))).toEqual({ SVC_BASE_URL: '' });
});

test('a domain is the address of the API, and what is not said is not set', () => {
  const values = {
    domain: 'api.example.in',
    certificateArn,
    vmDomain: 'vm.example.in',
    corsOrigins: 'https://a.in,https://b.in:8443',
    webhookHosts: 'hooks.corp, 10.1.0.0/16',
    requiredLimits: 'memory,disk',
    workShards: '16',
  };
  expect(environmentOf(check(values))).toEqual({
    SVC_BASE_URL: 'https://api.example.in',
    SVC_VM_DOMAIN: 'vm.example.in',
    SVC_CORS_ORIGINS: 'https://a.in,https://b.in:8443',
    SVC_WEBHOOK_HOSTS: 'hooks.corp, 10.1.0.0/16',
    SVC_HOST_LIMITS: 'memory,disk',
    SVC_SHARDS: '16',
  });
});

test('a function that is told where hosts join is told their domain, if they have one', () => {
  const environment = { SVC_HOST_API: { 'Fn::GetAtt': ['HostApi', 'ApiEndpoint'] } };
  const schedules = 'outboxSchedule=60';
  expect(ownEnvironmentOf({ environment }, { ...check({}), schedules })).toEqual(environment);
  expect(ownEnvironmentOf({ environment: { SVC_SCHEDULES: '' } }, { ...check({}), schedules })).toEqual({
    SVC_SCHEDULES: schedules,
  });
  const parameters = { ...check({ hostsDomain: 'hosts.example.in', certificateArn }), schedules };
  expect(ownEnvironmentOf({ environment }, parameters)).toEqual({ SVC_HOST_API: 'https://hosts.example.in' });
  expect(ownEnvironmentOf({}, parameters)).toEqual({});
});

test.each(['Svc <no-reply@example.in>', 'no-reply@example.in'])('mail may come from %s', (mailFrom) => {
  expect(check({ mailFrom }).mailFrom).toBe(mailFrom);
});

test.each([
  [
    { domain: 'https://api.example.in' },
    'domain: "https://api.example.in" is not a host name in lower case, such as api.example.in',
  ],
  [{ domain: 'api.example.in' }, 'certificateArn: domain and hostsDomain need one'],
  [{ certificateArn }, 'domain: certificateArn is for a domain: say which'],
  [
    { domain: 'api.example.in', certificateArn: certificateArn.replace('ap-south-1', 'us-east-1') },
    "certificateArn: is of us-east-1; it must be of the stack's region, ap-south-1",
  ],
  [{ domain: 'a.example.in', hostsDomain: 'a.example.in', certificateArn }, 'hostsDomain: must differ from domain'],
  [
    { domain: 'a.example.in', baseUrl: 'https://b.example.in', certificateArn },
    'baseUrl: must be https://a.example.in, or be left out',
  ],
  [{ baseUrl: 'http://api.example.in' }, 'baseUrl: "http://api.example.in" is not https:// and a host, without a path'],
  [
    { baseUrl: 'https://api.example.in/v1' },
    'baseUrl: "https://api.example.in/v1" is not https:// and a host, without a path',
  ],
  [{ corsOrigins: '*' }, 'corsOrigins: "*" is not origins such as https://app.example.in, with commas between them'],
  [
    { webhookHosts: 'https://hooks.corp' },
    'webhookHosts: "https://hooks.corp" is not names, addresses or blocks of addresses (10.1.0.0/16), separated by commas',
  ],
  [{ mailFrom: 'Svc' }, 'mailFrom: "Svc" is not an address, or a name with one: "Svc <no-reply@example.in>"'],
  [{ alarmEmail: 'ops' }, 'alarmEmail: "ops" is not an e-mail address'],
  [{ workShards: '0' }, 'workShards: "0" is not a whole number from 1 to 16'],
  [{ workShards: '17' }, 'workShards: "17" is not a whole number from 1 to 16'],
  [
    { requiredLimits: 'memory,swap' },
    'requiredLimits: "memory,swap" is not none, or some of memory, cpu, disk, separated by commas',
  ],
  [{ apiRate: '0' }, 'apiRate: "0" is not a whole number of requests a second, 10 to 10000'],
  [
    { tableName: 'a/b' },
    'tableName: "a/b" is not the name of a table of DynamoDB, of 3 to 255 letters, digits, dots, hyphens and underscores',
  ],
  [{ tableName: 'other', tableStreamArn }, 'tableStreamArn: is not of the table other'],
  [{ tableStreamArn }, 'tableStreamArn: is not of the table that tableName names'],
  [{ hostRate: '9' }, 'hostRate: "9" is not a whole number of requests a second, 10 to 10000'],
  ...['passwordConcurrency', 'hostConcurrency', 'scheduleConcurrency', 'taskConcurrency'].map(
    (name): [Record<string, string>, string] => [
      { [name]: 'many' },
      `${name}: "many" is not none, or a whole number from 1 to 500`,
    ],
  ),
  [{ supplierName: 'Svc' }, 'supplierName: supplierName, supplierAddress and supplierGstin go together'],
])('%j is refused before anything is made', (values, message) => {
  expect(() => check(values)).toThrow(new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`));
});

test('a parameter that does not exist is refused with those that do', () => {
  expect(() => check({}, ['domain', 'certificate'])).toThrow(
    /^--param certificate: there is no such parameter; those are alarmEmail, apiRate, architecture, /,
  );
});
