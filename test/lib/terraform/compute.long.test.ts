import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { Bench, type Ground, ground, machineOf, type Story, tell } from '#test/support/terraform/story.ts';
import { isInstalled } from '#test/support/terraform/workspace.ts';

/* Machines and what belongs to them, by the real Terraform, against a running platform. */

let at: Ground;
let machine: string;
let second: string;
beforeAll(async () => {
  at = await ground();
  machine = await machineOf(at.client, 'machine');
  second = await machineOf(at.client, 'second');
});
afterAll(() => at?.remove());

const shape = 'instance_type_id = "s1-nano"\n  image_id = "ubuntu-24.04"';
const quoted = (text: string) => JSON.stringify(text);
const [one, other] = [makeCertificate(), makeCertificate()];
const certificate = ({ cert, key }: typeof one, version: number) =>
  `certificate_pem = ${quoted(cert)}\n  private_key_pem = ${quoted(key)}\n  private_key_pem_version = ${version}`;

/** The stories are told of machines that are there only when they are. */
const [key, otherKey] = [
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGPKSUTyz1HwHReFVvD5obVsALAgJRNarH4TRpNePnAS',
];
const keyOf = (name: string, text: string) =>
  `resource "svc_ssh_key" "${name}" {\n  name = "${name}"\n  public_key = "${text}"\n}\n`;

const stories: Record<string, () => Story> = {
  ssh_key: () => ({
    // The comment and the newline are the user's own, and no change.
    first: `name = "laptop"\n  public_key = "${key} me@laptop\\n"`,
    named: 'laptop',
    changed: `name = "desk"\n  public_key = "${key} me@laptop\\n"\n  tags = { env = "dev", "a.b" = "c" }`,
    drift: ({ id }) => ['PATCH', `/compute/ssh-keys/${id}`, { name: 'outside' }],
    anew: `name = "desk"\n  public_key = "${otherKey}"`,
    gone: ({ id }) => ['DELETE', `/compute/ssh-keys/${id}`],
  }),
  vpc: () => ({
    first: 'name = "backend"\n  description = "Databases"',
    named: 'backend',
    changed: 'name = "queues"\n  tags = { env = "dev" }',
    drift: ({ id }) => ['PATCH', `/compute/vpcs/${id}`, { name: 'outside' }],
    anew: 'name = "queues"\n  cidr = "10.99.0.0/20"',
    gone: ({ id }) => ['DELETE', `/compute/vpcs/${id}`],
  }),
  instance: () => ({
    beside: keyOf('one', key) + keyOf('two', otherKey),
    first: `name = "web"\n  ${shape}\n  ssh_key_id = svc_ssh_key.one.id\n  user_data = "#!/bin/sh\\ntrue\\n"`,
    named: 'web',
    changed: `name = "front"\n  instance_type_id = "s1-small"\n  image_id = "ubuntu-24.04"
  ssh_key_id = svc_ssh_key.two.id\n  user_data = "#!/bin/sh\\ntrue\\n"\n  tags = { env = "dev" }`,
    drift: ({ id }) => ['PATCH', `/compute/instances/${id}`, { name: 'outside' }],
    anew: `name = "front"\n  ${shape}\n  ssh_key_id = svc_ssh_key.two.id\n  user_data = "#!/bin/sh\\nfalse\\n"`,
    gone: ({ id }) => ['DELETE', `/compute/instances/${id}`],
  }),
  firewall: () => ({
    first: `instance_id = "${machine}"
  rules = [
    { direction = "inbound", protocol = "tcp", port_from = 443, cidrs = ["10.0.0.0/8", "192.0.2.0/24"] },
    { direction = "inbound", protocol = "icmp" },
    { direction = "outbound", protocol = "all", cidrs = ["0.0.0.0/0", "::/0"], description = "all" },
  ]`,
    changed: `instance_id = "${machine}"
  rules = [
    { direction = "inbound", protocol = "tcp", port_from = 22, port_to = 23 },
    { direction = "outbound", protocol = "all", cidrs = ["0.0.0.0/0", "::/0"], description = "all" },
  ]`,
    drift: () => ['PUT', `/compute/instances/${machine}/firewall`, { rules: [] }],
  }),
  volume: () => ({
    first: 'name = "data"\n  size_gib = 1',
    named: 'data',
    changed: 'name = "data"\n  size_gib = 2\n  delete_on_termination = true\n  tags = { env = "dev" }',
    drift: ({ id }) => ['PATCH', `/compute/volumes/${id}`, { tags: {} }],
    gone: ({ id }) => ['DELETE', `/compute/volumes/${id}`],
  }),
  volume_attachment: () => ({
    beside: 'resource "svc_volume" "data" {\n  name = "attached"\n  size_gib = 1\n}\n',
    first: `volume_id = svc_volume.data.id\n  instance_id = "${machine}"`,
    anew: `volume_id = svc_volume.data.id\n  instance_id = "${second}"`,
    gone: ({ volume_id }) => ['POST', `/compute/volumes/${volume_id}/detach`, {}],
  }),
  elastic_ip: () => ({
    first: 'name = "front"',
    named: 'front',
    changed: 'tags = { env = "dev" }',
    drift: ({ id }) => ['PATCH', `/compute/elastic-ips/${id}`, { name: 'outside' }],
    gone: ({ id }) => ['DELETE', `/compute/elastic-ips/${id}`],
  }),
  elastic_ip_attachment: () => ({
    beside: 'resource "svc_elastic_ip" "front" {}\n',
    first: `elastic_ip_id = svc_elastic_ip.front.id\n  instance_id = "${machine}"`,
    anew: `elastic_ip_id = svc_elastic_ip.front.id\n  instance_id = "${second}"`,
    gone: ({ elastic_ip_id }) => ['POST', `/compute/elastic-ips/${elastic_ip_id}/detach`],
  }),
  snapshot: () => ({
    first: `instance_id = "${machine}"\n  name = "before"\n  description = "As it was."`,
    named: 'before',
    changed: `instance_id = "${machine}"\n  name = "before-upgrade"\n  description = "As it was."\n  tags = { a = "b" }`,
    drift: ({ id }) => ['PATCH', `/compute/snapshots/${id}`, { name: 'outside' }],
    anew: `instance_id = "${second}"\n  name = "before-upgrade"`,
    gone: ({ id }) => ['DELETE', `/compute/snapshots/${id}`],
  }),
  image: () => ({
    first: 'name = "redis"\n  source = { registry = "registry.example.in/library/redis:7" }',
    named: 'redis',
    changed:
      'name = "cache"\n  source = { registry = "registry.example.in/library/redis:7" }\n  tags = { env = "dev" }',
    drift: ({ id }) => ['PATCH', `/compute/images/${id}`, { tags: {} }],
    anew: 'name = "cache"\n  source = { registry = "registry.example.in/library/redis:8" }',
    gone: ({ id }) => ['DELETE', `/compute/images/${id}`],
  }),
  load_balancer: () => ({
    beside: `resource "svc_certificate" "it" {\n  name = "of-balancer"\n  ${certificate(one, 1)}\n}\n`,
    first: 'name = "front"\n  listeners = [{ protocol = "http", port = 8080 }]',
    named: 'front',
    changed: `name = "front"
  listeners = [
    { protocol = "http", port = 8081, redirect_https = true },
    { protocol = "https", port = 8443, target_port = 80, certificate_ids = [svc_certificate.it.id] },
  ]
  algorithm = "least_connections"
  health_check = { path = "/health", interval_seconds = 30 }`,
    drift: ({ id }) => ['PATCH', `/compute/load-balancers/${id}`, { sticky_sessions: true }],
    gone: ({ id }) => ['DELETE', `/compute/load-balancers/${id}`],
  }),
  load_balancer_backend: () => ({
    beside:
      'resource "svc_load_balancer" "it" {\n  name = "b"\n  listeners = [{ protocol = "http", port = 8090 }]\n}\n',
    first: `load_balancer_id = svc_load_balancer.it.id\n  instance_id = "${machine}"`,
    anew: `load_balancer_id = svc_load_balancer.it.id\n  instance_id = "${second}"\n  weight = 2`,
    gone: ({ load_balancer_id, instance_id }) => [
      'DELETE',
      `/compute/load-balancers/${load_balancer_id}/backends/${instance_id}`,
    ],
  }),
  certificate: () => ({
    first: `name = "site"\n  ${certificate(one, 1)}`,
    changed: `name = "shop"\n  ${certificate(one, 1)}`,
    drift: ({ id }) => ['PATCH', `/compute/certificates/${id}`, { name: 'outside' }],
    anew: `name = "shop"\n  ${certificate(other, 2)}`,
    gone: ({ id }) => ['DELETE', `/compute/certificates/${id}`],
  }),
  backup_schedule: () => ({
    first: `instance_id = "${machine}"\n  cron = "0 2 * * *"`,
    changed: `instance_id = "${machine}"\n  cron = "0 3 * * *"\n  retention_count = 3`,
    drift: () => ['PUT', `/compute/instances/${machine}/backup-schedule`, { cron: '0 4 * * *' }],
    anew: `instance_id = "${second}"\n  cron = "0 3 * * *"`,
    gone: ({ instance_id }) => ['DELETE', `/compute/instances/${instance_id}/backup-schedule`],
  }),
  autoscale_rule: () => {
    const rule = (scale_up_percent: number) => `metric = "cpu"\n  scale_up_percent = ${scale_up_percent}
  scale_down_percent = 20\n  min_instance_type_id = "s1-nano"\n  max_instance_type_id = "s1-large"`;
    const outside = {
      metric: 'ram',
      scale_up_percent: 90,
      scale_down_percent: 10,
      min_instance_type_id: 's1-nano',
      max_instance_type_id: 's1-small',
    };
    return {
      first: `instance_id = "${machine}"\n  ${rule(80)}`,
      changed: `instance_id = "${machine}"\n  ${rule(70)}\n  enabled = false`,
      drift: ({ instance_id }) => ['PUT', `/compute/instances/${instance_id}/autoscaling`, outside],
      anew: `instance_id = "${second}"\n  ${rule(70)}`,
      gone: ({ instance_id }) => ['DELETE', `/compute/instances/${instance_id}/autoscaling`],
    };
  },
  asg: () => ({
    first: `name = "web"\n  ${shape}\n  min_size = 0\n  max_size = 1`,
    named: 'web',
    changed: `name = "web"\n  ${shape}\n  min_size = 1\n  max_size = 2\n  user_data = "#!/bin/sh\\ntrue\\n"
  scaling_policy = { metric = "cpu", target_percent = 50 }
  firewall_rules = [{ direction = "inbound", protocol = "tcp", port_from = 80 }]`,
    drift: ({ id }) => ['PATCH', `/compute/asg/${id}`, { max_size: 3 }],
    gone: ({ id }) => ['DELETE', `/compute/asg/${id}`],
  }),
};

describe.runIf(isInstalled)('Terraform', () => {
  test.each(Object.entries(stories))('svc_%s: applied, imported, changed, drifted, destroyed', async (noun, story) => {
    const bench = await Bench.of(at);
    await tell(bench, noun, story());
    await bench.folder.remove();
  });
});
