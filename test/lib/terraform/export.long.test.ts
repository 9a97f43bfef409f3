import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdBy } from '#lib/terraform/export/creation.ts';
import { nouns } from '#lib/terraform/map/nouns.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { commandLine } from '#test/support/clients/cli.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { Bench, type Ground, ground } from '#test/support/terraform/story.ts';
import { isInstalled } from '#test/support/terraform/workspace.ts';

/* An account with one of each noun, exported, imported and planned by the real Terraform. */

let at: Ground;
beforeAll(async () => {
  at = await ground();
});
afterAll(() => at?.remove());

const hidden = ['#!/bin/sh\necho hidden\n', 'correct horse battery staple'];
const statement = (action: string) => `[{ Effect = "Allow", Action = ["${action}"], Resource = "*" }]`;

const account = (key: string) => `
resource "svc_ssh_key" "k" {
  name       = "laptop"
  public_key = "${key}"
}
resource "svc_vpc" "v" {
  name        = "office"
  description = "$\${path} \\"quoted\\" %%{ if }"
  tags        = { "a/b" = "c", env = "dev" }
}
resource "svc_instance" "i" {
  name                   = "web"
  instance_type_id       = "s1-nano"
  image_id               = "ubuntu-24.04"
  vpc_id                 = svc_vpc.v.id
  ssh_key_id             = svc_ssh_key.k.id
  user_data              = ${JSON.stringify(hidden[0])}
  termination_protection = false
}
resource "svc_firewall" "f" {
  instance_id = svc_instance.i.id
  rules       = [{ direction = "inbound", protocol = "tcp", port_from = 22 }, { direction = "outbound", protocol = "all" }]
}
resource "svc_autoscale_rule" "r" {
  instance_id          = svc_instance.i.id
  metric               = "cpu"
  scale_up_percent     = 80
  scale_down_percent   = 20
  min_instance_type_id = "s1-nano"
  max_instance_type_id = "s1-small"
}
resource "svc_backup_schedule" "b" {
  instance_id = svc_instance.i.id
  cron        = "0 2 * * *"
}
resource "svc_snapshot" "s" {
  instance_id = svc_instance.i.id
  name        = "before"
  depends_on  = [svc_volume_attachment.d]
}
resource "svc_image" "m" {
  name   = "base"
  source = { snapshot_id = svc_snapshot.s.id }
}
resource "svc_volume" "d" {
  name     = "data"
  size_gib = 1
}
resource "svc_volume_attachment" "d" {
  volume_id   = svc_volume.d.id
  instance_id = svc_instance.i.id
}
resource "svc_elastic_ip" "e" {
  name = "front"
}
resource "svc_elastic_ip_attachment" "e" {
  elastic_ip_id = svc_elastic_ip.e.id
  instance_id   = svc_instance.i.id
}
resource "svc_certificate" "c" {
  name                    = "site"
  certificate_pem         = file("site.pem")
  private_key_pem         = file("site.key")
  private_key_pem_version = 1
}
resource "svc_load_balancer" "l" {
  name         = "front"
  vpc_id       = svc_vpc.v.id
  listeners    = [{ protocol = "https", port = 8443, target_port = 8080, certificate_ids = [svc_certificate.c.id] }]
  health_check = { protocol = "tcp" }
}
resource "svc_load_balancer_backend" "l" {
  load_balancer_id = svc_load_balancer.l.id
  instance_id      = svc_instance.i.id
}
resource "svc_asg" "a" {
  name             = "workers"
  instance_type_id = "s1-nano"
  image_id         = "ubuntu-24.04"
  min_size         = 1
  max_size         = 2
}
resource "svc_bucket" "b" {
  name = "shelf"
}
resource "svc_bucket_key" "b" {
  bucket     = svc_bucket.b.name
  name       = "app"
  permission = "read"
}
resource "svc_bucket_cors" "b" {
  bucket = svc_bucket.b.name
  rules  = [{ allowed_origins = ["https://a.example"], allowed_methods = ["GET"] }]
}
resource "svc_bucket_lifecycle" "b" {
  bucket = svc_bucket.b.name
  rules  = [{ id = "old", enabled = true, expire_days = 30 }]
}
resource "svc_bucket_policy" "b" {
  bucket = svc_bucket.b.name
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = "*", Action = "s3:GetObject", Resource = "arn:aws:s3:::shelf/*" }]
  })
}
resource "svc_iam_user" "u" {
  username         = "robot"
  password         = "${hidden[1]}"
  password_version = 1
}
resource "svc_iam_access_key" "u" {
  username = svc_iam_user.u.username
}
resource "svc_iam_group" "g" {
  name = "robots"
}
resource "svc_iam_group_membership" "g" {
  group    = svc_iam_group.g.name
  username = svc_iam_user.u.username
}
resource "svc_iam_policy" "p" {
  name     = "read"
  document = jsonencode({ Version = "2026-11-01", Statement = ${statement('compute:GetVpc')} })
}
resource "svc_iam_user_policy_attachment" "p" {
  username  = svc_iam_user.u.username
  policy_id = svc_iam_policy.p.id
}
resource "svc_iam_group_policy_attachment" "p" {
  group     = svc_iam_group.g.name
  policy_id = svc_iam_policy.p.id
}
resource "svc_password_policy" "it" {
  min_length = 14
}
resource "svc_budget" "it" {
  monthly_limit_paise = 500000
  alert_percents      = [90]
}
resource "svc_webhook" "w" {
  url = "https://hooks.example.com/in"
}
resource "svc_team_invite" "t" {
  email = "ravi@example.com"
  role  = "viewer"
}
`;

describe.runIf(isInstalled)('Terraform', () => {
  test('an account with one of each noun is exported without a secret, imported, and planned without a change', async () => {
    const bench = await Bench.of(at);
    const { cert, key } = makeCertificate();
    await writeFile(join(bench.folder.dir, 'site.pem'), cert);
    await writeFile(join(bench.folder.dir, 'site.key'), key);
    await bench.folder.configure(account(newPublicKey()));
    await bench.succeeds('apply', '-auto-approve');
    const secrets =
      (await bench.folder.run('state', 'pull')).output.match(/"(secret_key|secret|token)": "[^"]+"/g) ?? [];

    const svc = await commandLine(at.platform.baseUrl);
    const { code, out, err } = await svc(['export', 'terraform'], { env: { SVC_TOKEN: bench.client.token } });
    expect([code, err]).toEqual([0, '']);
    const missing = Object.keys(nouns).filter((noun) => !out.includes(`\nresource "svc_${noun}" `));
    expect(missing).toEqual([]);
    expect(secrets.length).toBeGreaterThan(2);
    const known = [
      ...secrets.map((one) => one.split('"')[3] as string),
      ...hidden.map((text) => text.split('\n')[1] ?? text),
    ];
    for (const secret of [...known, key.split('\n')[1] as string]) expect(out).not.toContain(secret);

    const taken = await Bench.of(at);
    await writeFile(join(taken.folder.dir, 'main.tf'), out);
    const count = out.match(/^import \{$/gm)?.length;
    const plan = `Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`;
    expect(await taken.succeeds('plan')).toContain(plan);
    await taken.applies();
    await Promise.all([bench.folder.remove(), taken.folder.remove(), svc.end()]);
  });

  test('what a click creates is what Terraform creates of it', async () => {
    const bench = await Bench.of(at);
    const firewall_rules = [{ direction: 'inbound', protocol: 'tcp', port_from: 22, cidrs: ['10.0.0.0/8'] }];
    const machine = { name: 'web', instance_type_id: 's1-nano', image_id: 'ubuntu-24.04', firewall_rules };
    const document = { Version: '2026-11-01', Statement: [{ Effect: 'Allow', Action: ['*'], Resource: '*' }] };
    const written = createdBy([
      { operation: 'launchInstance', args: { body: machine } },
      { operation: 'createPolicy', args: { body: { name: 'all', document } } },
      { operation: 'createGroup', args: { body: { name: 'ops' } } },
      { operation: 'createUser', args: { body: { username: 'clerk', groups: ['ops'] } } },
      { operation: 'createBucket', args: { body: { name: 'a-shelf' } } },
      { operation: 'createBucketKey', args: { name: 'a-shelf', body: { name: 'app', permission: 'read' } } },
    ]);
    expect(written).toContain('group = svc_iam_group.ops.name');
    expect(written).toContain('bucket = svc_bucket.a-shelf.name');
    await bench.folder.configure(written);
    await bench.applies();
    const { id } = (await bench.folder.values('svc_instance.web')) as { id: string };
    const { rules } = (await bench.client.get(`/compute/instances/${id}/firewall`)).body;
    expect(rules).toMatchObject(firewall_rules);
    await bench.succeeds('destroy', '-auto-approve');
    await bench.folder.remove();
  });
});
