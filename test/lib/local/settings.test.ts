import { expect, test } from 'vitest';
import { readSettings } from '#lib/local/settings.ts';
import { StartError } from '#lib/local/start-error.ts';

const read = (env: Record<string, string>) => readSettings(env, '/home/someone/svc');

test('without any variable the settings are those of the contract', () => {
  expect(read({})).toEqual({
    port: 3000,
    s3Port: 9000,
    s3Region: 'in-mum',
    s3Tls: undefined,
    dataDir: '/home/someone/svc/.svc',
    compute: 'auto',
    timeScale: 1,
    limits: 'on',
    log: 'warnings',
    dynamodbEndpoint: undefined,
    sfnEndpoint: undefined,
    lambdaKey: undefined,
  });
});

test('every setting is read; a relative folder is below the working directory; empty means unset', () => {
  const env = {
    SVC_PORT: '3100',
    SVC_S3_PORT: '9100',
    SVC_S3_REGION: 'us-east-1',
    SVC_S3_TLS_CERT: 'tls/cert.pem',
    SVC_S3_TLS_KEY: '/etc/tls/key.pem',
    SVC_DATA_DIR: 'state/a',
    SVC_COMPUTE: 'simulated',
    SVC_TIME_SCALE: '0.01',
    SVC_LIMITS: 'off',
    SVC_LOG: 'requests',
    SVC_DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000/',
    SVC_SFN_ENDPOINT: '',
  };
  expect(read(env)).toEqual({
    port: 3100,
    s3Port: 9100,
    s3Region: 'us-east-1',
    s3Tls: { cert: '/home/someone/svc/tls/cert.pem', key: '/etc/tls/key.pem' },
    dataDir: '/home/someone/svc/state/a',
    compute: 'simulated',
    timeScale: 0.01,
    limits: 'off',
    log: 'requests',
    dynamodbEndpoint: 'http://127.0.0.1:8000',
    sfnEndpoint: undefined,
    lambdaKey: undefined,
  });
});

test.each([
  ['SVC_PORT', '0', 'SVC_PORT: "0" is not a port (1 to 65535)'],
  ['SVC_PORT', '65536', 'SVC_PORT: "65536" is not a port (1 to 65535)'],
  ['SVC_PORT', '3e3', 'SVC_PORT: "3e3" is not a port (1 to 65535)'],
  ['SVC_S3_PORT', '-1', 'SVC_S3_PORT: "-1" is not a port (1 to 65535)'],
  ['SVC_S3_TLS_CERT', 'cert.pem', 'SVC_S3_TLS_CERT is set and SVC_S3_TLS_KEY is not; set both or neither'],
  ['SVC_S3_TLS_KEY', 'key.pem', 'SVC_S3_TLS_KEY is set and SVC_S3_TLS_CERT is not; set both or neither'],
  ['SVC_COMPUTE', 'docker', 'SVC_COMPUTE: "docker" is not one of auto, container, process, qemu, simulated'],
  ['SVC_TIME_SCALE', '-1', 'SVC_TIME_SCALE: "-1" is not a number from 0 to 1000'],
  ['SVC_LIMITS', 'no', 'SVC_LIMITS: "no" is not one of on, off'],
  ['SVC_LOG', 'all', 'SVC_LOG: "all" is not one of warnings, requests'],
  ['SVC_TIME_SCALE', 'Infinity', 'SVC_TIME_SCALE: "Infinity" is not a number from 0 to 1000'],
  [
    'SVC_DYNAMODB_ENDPOINT',
    'localhost:8000',
    'SVC_DYNAMODB_ENDPOINT: "localhost:8000" is not an http:// or https:// URL without a path',
  ],
  [
    'SVC_SFN_ENDPOINT',
    'http://u:p@x/',
    'SVC_SFN_ENDPOINT: "http://u:p@x/" is not an http:// or https:// URL without a path',
  ],
])('%s=%s is refused', (name, value, message) => {
  expect(() => read({ [name]: value })).toThrow(new StartError(message));
});

test('all faults are named at once', () => {
  expect(() => read({ SVC_PORT: 'x', SVC_COMPUTE: 'y' })).toThrow(/^SVC_PORT: "x" .*; SVC_COMPUTE: "y" /);
});

test('one port cannot serve both', () => {
  expect(() => read({ SVC_PORT: '9000' })).toThrow('SVC_PORT and SVC_S3_PORT are both 9000; they must differ');
});

test('another Step Functions needs a secret to sign its invocations with, and one that is not guessed', () => {
  const endpoint = { SVC_SFN_ENDPOINT: 'http://localhost:8083' };
  const key = { AWS_ACCESS_KEY_ID: 'engine', AWS_SECRET_ACCESS_KEY: 'sixteen letters!' };
  const said =
    'SVC_SFN_ENDPOINT: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (16 characters or more) too, to what that engine signs with when it invokes functions';
  expect(read({ ...endpoint, ...key })).toMatchObject({
    sfnEndpoint: 'http://localhost:8083',
    lambdaKey: { id: 'engine', secret: 'sixteen letters!' },
  });
  for (const faulty of [{}, { ...key, AWS_ACCESS_KEY_ID: '' }, { ...key, AWS_SECRET_ACCESS_KEY: 'fifteen letters' }])
    expect(() => read({ ...endpoint, ...faulty })).toThrow(new StartError(said));
  expect(read(key).lambdaKey).toBeUndefined();
});
