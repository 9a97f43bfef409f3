import * as z from 'zod';
import { launchInstance } from '#lib/domain/compute/instances/launch.ts';
import { launchFacts } from '#lib/domain/compute/instances/policy.ts';
import { settledInstance } from '#lib/domain/compute/instances/resource.ts';
import { vpcUsed } from '#lib/domain/compute/vpcs/resource.ts';
import { route } from '#lib/edge/route.ts';
import { ruleInputs } from '#lib/model/compute/firewall.ts';
import { instance, userData } from '#lib/model/compute/instance.ts';
import { templateNames, usedAs } from '#lib/model/identity/policy/references.ts';
import { hostname, tags } from '#lib/model/platform/common.ts';

/** The id of another resource. The verb refuses with 404 where that does not exist. */
const reference = z.string().min(1).max(64);

/** The body of a request for a new instance. */
const newInstance = z.strictObject({
  name: hostname,
  instance_type_id: reference.describe('The instance type.').meta({ example: 's1-small' }),
  image_id: reference
    .describe("The image, or one of the account's images or snapshots.")
    .meta({ 'x-immutable': true, example: 'ubuntu-24.04' }),
  ssh_key_id: reference
    .optional()
    .describe('The SSH key to log in with.')
    .meta({ example: 'key-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  vpc_id: reference
    .optional()
    .describe("The VPC; by default the account's default VPC.")
    .meta({ 'x-immutable': true, example: 'vpc-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  elastic_ip_id: reference.optional().describe('The elastic IP to attach.'),
  user_data: userData.optional().meta({ 'x-immutable': true }),
  firewall_rules: ruleInputs
    .optional()
    .describe('The firewall rules of the instance, instead of the two default rules.')
    .meta({
      example: [
        { direction: 'inbound', protocol: 'tcp', port_from: 22, description: 'SSH' },
        { direction: 'inbound', protocol: 'tcp', port_from: 80, description: 'HTTP' },
      ],
    }),
  tags: tags.default({}),
  run_entrypoint: z
    .boolean()
    .default(false)
    .describe('Whether the program of the image is run as a service, whose output is in the console log.')
    .meta({ 'x-immutable': true }),
  termination_protection: z.boolean().default(false).describe('Whether termination is refused.'),
  ttl_hours: z
    .int()
    .min(1)
    .max(720)
    .optional()
    .describe('The number of hours after which it is terminated automatically; never if omitted.')
    .meta({ example: 72 }),
});

/**
 * Launches an instance; 201 while it is provisioning. 400 if the catalog lacks the type or image, 402 on an empty
 * wallet, 403 over quota, 404 if the account lacks a resource that it names, 409 if no host has room or such a resource
 * is in use.
 */
export const handler = route(
  {
    name: 'launchInstance',
    action: 'compute:LaunchInstance',
    resource: () => 'instance/*',
    facts: launchFacts,
    names: { ...templateNames, 'body.elastic_ip_id': usedAs('elastic-ip', 'compute:AttachElasticIp') },
    uses: vpcUsed,
    body: newInstance,
    reply: instance,
    etag: 'always',
    status: 201,
    spends: true,
    dryRun: true,
    settled: settledInstance,
  },
  (context, { body }) => launchInstance(context, body),
);
