import { expect, test } from 'vitest';
import { endpointAt, reach, socketOf } from '#lib/model/platform/endpoint.ts';

test('an endpoint is a socket of this machine, a URL, or the SDK’s own choice', () => {
  expect(socketOf(endpointAt('/run/a'))).toBe('/run/a');
  expect(socketOf('http://127.0.0.1:8000')).toBeUndefined();
  expect(reach('http://127.0.0.1:8000')).toEqual({ endpoint: 'http://127.0.0.1:8000' });
  expect([reach(undefined), reach('')]).toEqual([{}, {}]);
});

test('only what goes to a socket is not signed', async () => {
  const { endpoint, requestHandler, signer } = reach('unix:/run/a');
  expect([endpoint, requestHandler]).toEqual([
    'http://localhost',
    { httpAgent: { keepAlive: true, socketPath: '/run/a' } },
  ]);
  const request = await signer?.sign({ headers: { host: 'localhost' } as Record<string, string> });
  expect(request?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=local\/.*Signature=0$/);
  expect(reach('https://dynamodb.ap-south-1.amazonaws.com').signer).toBeUndefined();
});
