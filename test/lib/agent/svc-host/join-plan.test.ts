import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { detectedAddress, detectedCapacity } from '#lib/agent/detected.ts';
import { type JoinValues, joinPlan, linesOf } from '#lib/agent/svc-host/join-plan.ts';

const url = 'https://hosts.example.in';
const token = `svcj_4k2mq8x1c7vd_${'x'.repeat(43)}`;
const asked = (values: JoinValues = {}) => joinPlan({ url, token, 'public-ip': '203.0.113.7', ...values });

test('what is not said is found out', () => {
  const { vcpus, ram_mib } = detectedCapacity();
  expect(vcpus).toBe(availableParallelism());
  expect(asked()).toEqual({
    url,
    token,
    stateDir: '/var/lib/svc-host',
    settings: {
      SVC_HOST_API: url,
      SVC_DATA_DIR: '/var/lib/svc-host',
      SVC_COMPUTE: 'auto',
      SVC_PUBLIC_IP: '203.0.113.7',
      SVC_LISTEN_IP: '',
      SVC_CAPACITY: `${vcpus},${ram_mib}`,
      SVC_ADDRESS_POOL: '',
      SVC_RESERVED_PORTS: '',
      SVC_CONSOLE_URL: '',
      SVC_CONSOLE_PORT: '',
      SVC_CONSOLE_CERT: '',
      SVC_CONSOLE_KEY: '',
      SVC_DISK_SCOPE: '',
    },
  });
  const found = detectedAddress();
  if (found) expect(joinPlan({ url, token }).settings.SVC_PUBLIC_IP).toBe(found);
});

test('the plan says all of it', () => {
  const plan = asked({
    driver: 'qemu',
    'listen-ip': '10.0.0.7',
    capacity: '8,15360',
    'address-pool': '203.0.113.64/28',
    'reserved-ports': '20000-20099',
    'console-url': 'wss://host-1.example.in:8443',
    'console-cert': '/etc/console/cert.pem',
    'console-key': '/etc/console/key.pem',
    'disk-scope': 'rack-4',
    'state-dir': '/srv/host',
  });
  expect(linesOf(plan)).toEqual([
    'This machine becomes a host of https://hosts.example.in:',
    '  driver          qemu',
    '  public address  203.0.113.7, translated to 10.0.0.7',
    '  capacity        8 vCPUs, 15360 MiB of RAM',
    '  address pool    203.0.113.64/28',
    '  consoles        wss://host-1.example.in:8443',
    '  reserved ports  20000-20099',
    '  disk scope      rack-4',
    '  its key and its settings are written to /srv/host',
  ]);
});

const address = 'say the address of the host API, https:// and a name without a path';
const badToken = 'say the join token that an operator has made (svcj_…)';
const block = 'is not an IPv4 block of /20 to /31, without host bits';
const scope = 'is not a name of 1 to 63 of a-z 0-9 - that begins with a letter and is no id of a host';
const ports = 'is not ports and ranges of ports, separated by commas (20000-20099,25000)';
const consoles = 'is not wss:// with a name or an IPv4 address, and a port (wss://host-1.example.in:8443)';
const drivers = 'is not one of auto, container, process, qemu, simulated';

describe('what is refused', () => {
  test.each<[JoinValues, string]>([
    [{ url: undefined }, `--url: ${address}`],
    [{ url: 'http://hosts.example.in' }, `--url: ${address}`],
    [{ url: 'https://hosts.example.in/prod' }, `--url: ${address}`],
    [{ url: 'https://user:pass@hosts.example.in' }, `--url: ${address}`],
    [{ token: undefined }, `--token: ${badToken}`],
    [{ token: 'svcj_short_x' }, `--token: ${badToken}`],
    [{ driver: 'docker' }, `--driver: "docker" ${drivers}`],
    [{ 'public-ip': '203.0.113.256' }, '--public-ip: "203.0.113.256" is not an IPv4 address'],
    [{ capacity: '8' }, '--capacity: "8" is not <vCPUs>,<MiB of RAM> (8,15360)'],
    [{ 'address-pool': '203.0.113.65/28' }, `--address-pool: "203.0.113.65/28" ${block}`],
    [{ 'address-pool': '203.0.0.0/16' }, `--address-pool: "203.0.0.0/16" ${block}`],
    [{ 'disk-scope': 'host-a' }, `--disk-scope: "host-a" ${scope}`],
    [{ 'disk-scope': '../a' }, `--disk-scope: "../a" ${scope}`],
    [{ 'reserved-ports': '20099-20000' }, `--reserved-ports: "20099-20000" ${ports}`],
    [{ 'reserved-ports': '0' }, `--reserved-ports: "0" ${ports}`],
    [{ 'reserved-ports': '1,'.repeat(101) }, `--reserved-ports: ${JSON.stringify('1,'.repeat(101))} ${ports}`],
    [{ 'console-url': 'https://host-1.example.in' }, `--console-url: "https://host-1.example.in" ${consoles}`],
    [{ 'console-url': 'wss://a:b@host-1.example.in' }, `--console-url: "wss://a:b@host-1.example.in" ${consoles}`],
    [{ 'console-port': '70000' }, '--console-port: "70000" is not a port (1 to 65535)'],
  ])('%j', (values, message) => {
    expect(() => asked(values)).toThrow(message);
  });
});
