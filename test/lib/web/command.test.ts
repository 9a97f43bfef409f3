import { expect, test } from 'vitest';
import { curlLine, svcLine } from '#lib/web/api/command.ts';

const origin = 'http://localhost:4000';

test('a launch is the line of svc that launches the same', () => {
  const body = {
    name: 'web-1',
    instance_type_id: 's1-nano',
    image_id: 'debian-12',
    tags: { role: 'web', note: "it's new" },
    user_data: '#!/bin/sh\necho hi',
    termination_protection: true,
    firewall_rules: [{ direction: 'inbound', protocol: 'tcp', port_from: 80, cidrs: ['10.0.0.0/8', '10.9.0.0/16'] }],
  };
  expect(svcLine('launchInstance', { body })).toBe(
    'svc instance launch web-1 --instance-type s1-nano --image debian-12 ' +
      "--user-data '#!/bin/sh\necho hi' " +
      '--firewall-rule direction=inbound,protocol=tcp,port_from=80,cidrs=10.0.0.0/8,10.9.0.0/16 ' +
      "--tag role=web --tag 'note=it'\\''s new' --termination-protection",
  );
});

test('what is in the path and in the query stands where svc has it', () => {
  const args = { id: 'i-1', body: { force: false, timeout_seconds: 5 } };
  expect(svcLine('stopInstance', args as object)).toBe('svc instance stop i-1 --force=false --timeout-seconds 5');
  const query = { q: 'web', status: 'running,stopped' };
  expect(svcLine('listInstances', { query })).toBe('svc instance list --q web --status running,stopped');
});

test('secrets stand on no command line', () => {
  const body = { current_password: 'old secret', new_password: 'new secret' };
  for (const line of [svcLine('changePassword', { body }), curlLine('changePassword', { body }, origin)]) {
    expect(line).not.toMatch(/old secret|new secret/);
  }
});

test('the curl line sends the same request', () => {
  expect(curlLine('createVolume', { body: { name: "it's", size_gib: 10 } }, origin)).toBe(
    'curl -X POST http://localhost:4000/compute/volumes -H "Authorization: Bearer $TOKEN" ' +
      '-H "Idempotency-Key: $(uuidgen)" -H \'Content-Type: application/json\' -d \'{"name":"it\'\\\'\'s","size_gib":10}\'',
  );
  expect(curlLine('getInstance', { id: 'i-1' } as object, origin)).toBe(
    'curl http://localhost:4000/compute/instances/i-1 -H "Authorization: Bearer $TOKEN"',
  );
});
