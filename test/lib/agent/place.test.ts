import { describe, expect, test } from 'vitest';
import { joinedPlace } from '#lib/agent/place.ts';
import { DriverError } from '#lib/runtime/driver.ts';

const right = { SVC_HOST: 'host-a', SVC_COMPUTE: 'container', SVC_PUBLIC_IP: '203.0.113.7' };

test('a host outside a laptop is where its settings say', () => {
  const place = joinedPlace({ ...right, SVC_ADDRESS_POOL: '203.0.113.64/28', SVC_RESERVED_PORTS: '20000-20002,25000' });
  expect(place).toMatchObject({ publicIp: '203.0.113.7', addressPool: '203.0.113.64/28' });
  const ports = [19_999, 20_000, 20_002, 20_003, 25_000];
  expect(ports.map((port) => place.isReserved(port))).toEqual([false, true, true, false, true]);
  expect(joinedPlace(right).addressPool).toBe(null);
});

describe('what only a laptop may be', () => {
  test.each([
    [{ SVC_PUBLIC_IP: '' }, 'SVC_PUBLIC_IP must say at which address machines are reached'],
    [{ SVC_PUBLIC_IP: '127.0.0.1' }, '127.0.0.1 is no address at which others reach this host'],
    [{ SVC_PUBLIC_IP: '0.0.0.0' }, '0.0.0.0 is no address at which others reach this host'],
    [
      { SVC_ADDRESS_POOL: '127.11.184.0/24' },
      '127.11.184.0/24 is no block of addresses at which others reach this host',
    ],
    [{ SVC_HOST: 'local' }, "SVC_HOST: local is the id of a laptop's own host"],
    [{ SVC_HOST: '' }, "SVC_HOST: local is the id of a laptop's own host"],
    [{ SVC_COMPUTE: 'process' }, 'the driver process does not isolate machines from each other; it is for laptops'],
  ])('%j', (changes, why) => {
    expect(() => joinedPlace({ ...right, ...changes })).toThrow(new DriverError('UNSUPPORTED', why));
  });
});
