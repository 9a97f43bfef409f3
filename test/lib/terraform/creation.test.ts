import { expect, test } from 'vitest';
import { createdBy } from '#lib/terraform/export/creation.ts';
import { schemas } from '#lib/terraform/provider/schema.ts';

const launch = {
  name: 'web-1',
  instance_type_id: 's1-nano',
  image_id: 'debian-12',
  user_data: '#!/bin/sh\necho ${hi}\n',
  tags: {},
  termination_protection: false,
};

test('a launch is an instance, its rules are a firewall of its own, and what has no argument is named', () => {
  const firewall_rules = [{ direction: 'inbound', protocol: 'tcp', port_from: 22, cidrs: null }];
  const body = { ...launch, tags: { 'a/b': 'c' }, firewall_rules, elastic_ip_id: 'eip-1', ttl_hours: 2 };
  expect(createdBy([{ operation: 'launchInstance', args: { body } }])).toBe(`resource "svc_instance" "web-1" {
  name = "web-1"
  instance_type_id = "s1-nano"
  image_id = "debian-12"
  user_data = "#!/bin/sh\\necho $\${hi}\\n"
  tags = {
    "a/b" = "c",
  }
  # ttl_hours: has no argument here.
}

resource "svc_firewall" "web-1" {
  instance_id = svc_instance.web-1.id
  rules = [
    {
      direction = "inbound",
      protocol = "tcp",
      port_from = 22,
    },
  ]
}

resource "svc_elastic_ip_attachment" "eip-1" {
  elastic_ip_id = "eip-1"
  instance_id = svc_instance.web-1.id
}
`);
});

test('several of one name have numbers, and what names one of them leads to it', () => {
  const volume = { body: { name: 'data', size_gib: 5, instance_id: 'i-1' } };
  const written = createdBy([
    { operation: 'createVolume', args: volume },
    { operation: 'createVolume', args: volume },
  ]);
  expect(written.match(/^resource .*|^ {2}volume_id .*/gm)).toEqual([
    'resource "svc_volume" "data" {',
    'resource "svc_volume_attachment" "data" {',
    '  volume_id = svc_volume.data.id',
    'resource "svc_volume" "data_2" {',
    'resource "svc_volume_attachment" "data_2" {',
    '  volume_id = svc_volume.data_2.id',
  ]);
});

test('each item of a list that makes resources is one of them, named as its owner is', () => {
  const body = { username: 'robot', groups: ['a', 'b'], policy_ids: ['pol-1'], password: 'correct horse battery' };
  expect(createdBy([{ operation: 'createUser', args: { body } }])).toBe(`resource "svc_iam_user" "robot" {
  username = "robot"
  # password: is a secret and left out (write-only).
}

resource "svc_iam_group_membership" "a_robot" {
  group = "a"
  username = svc_iam_user.robot.username
}

resource "svc_iam_group_membership" "b_robot" {
  group = "b"
  username = svc_iam_user.robot.username
}

resource "svc_iam_user_policy_attachment" "robot_pol-1" {
  username = svc_iam_user.robot.username
  policy_id = "pol-1"
}
`);
});

test('a part of the path is an argument, a document is jsonencode, and a private key is left out', () => {
  const policy = { Version: '2012-10-17', Statement: [] };
  expect(createdBy([{ operation: 'putBucketPolicy', args: { name: 'shelf', body: { policy } } }])).toBe(
    `resource "svc_bucket_policy" "shelf" {
  bucket = "shelf"
  policy = jsonencode({
    Version = "2012-10-17",
    Statement = [],
  })
}
`,
  );
  const body = { name: 'site', certificate_pem: 'PEM', private_key_pem: 'KEY' };
  const written = createdBy([{ operation: 'importCertificate', args: { body } }]);
  expect(written).toContain('  # private_key_pem: is a secret and left out (write-only).\n  private_key_pem = ""\n');
  expect(written).not.toContain('KEY');
});

test('what creates no resource, or not all of one, is written as nothing', () => {
  expect(createdBy([{ operation: 'stopInstance', args: { id: 'i-1' } }])).toBe('');
  expect(createdBy([{ operation: 'listInstances', args: { query: { q: 'web' } } }])).toBe('');
  expect(createdBy([{ operation: 'launchInstance', args: { body: { ...launch, image_id: undefined } } }])).toBe('');
  // A budget without a limit is none.
  expect(createdBy([{ operation: 'putBudget', args: { body: { monthly_limit_paise: null } } }])).toBe('');
});

test('no operation makes resources of two nouns', () => {
  const operations = Object.values(schemas).map(({ create }) => create.operation);
  expect(operations).toEqual([...new Set(operations)]);
});
