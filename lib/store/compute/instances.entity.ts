import * as z from 'zod';
import { instanceEvent } from '#lib/model/compute/instance.ts';
import { statuses } from '#lib/model/compute/instance-states.ts';
import { plan } from '#lib/model/platform/catalog.ts';
import { entity, listed } from '#lib/store/entity.ts';

/**
 * The operation that holds an instance: its workflow's name, its kind, and the volume or snapshot that it also holds.
 */
export const operation = z.strictObject({
  id: z.string(),
  kind: z.enum([
    'launch',
    'start',
    'stop',
    'reboot',
    'terminate',
    'attach_volume',
    'detach_volume',
    'create_snapshot',
    'restore_snapshot',
    'convert_disk',
  ]),
  subject: z.string().exactOptional(),
});

export const instanceRecord = z.strictObject({
  ...plan.omit({ name: true }).shape,
  instance_type_id: z.string(),
  /** The plan in older records, which stored it as one map; undefined once the instance is resized. */
  plan: plan.optional(),
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  status: z.enum(statuses),
  status_reason: z.string().nullable(),
  task: z.string().nullable(),
  private_ip: z.string(),
  public_ip: z.string(),
  public_hostname: z.string(),
  ssh_port: z.number(),
  ssh_ready: z.boolean(),
  image_id: z.string(),
  ssh_key_ids: z.array(z.string()),
  authorized_keys: z.array(z.string()),
  /** The hash of its user data; absent where it was launched before this was stored. */
  user_data_sha256: z.string().nullable().exactOptional(),
  vpc_id: z.string(),
  elastic_ip: z
    .strictObject({
      id: z.string(),
      address: z.string(),
    })
    .nullable(),
  volume_ids: z.array(z.string()),
  asg_id: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
  termination_protection: z.boolean(),
  launched_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Every write adds one; the ETag shows it. */
  version: z.number(),
  /** The base image, where `image_id` names a snapshot. */
  base_image_id: z.string().exactOptional(),
  /** Whether it runs the entrypoint of its image; absent where it does not. */
  run_entrypoint: z.literal(true).exactOptional(),
  host_id: z.string(),
  /**
   * The disks that its host shares with other hosts, and the driver that made it; absent where the disks are the host's
   * own.
   */
  shared_disk: z
    .strictObject({
      scope: z.string(),
      driver: z.string(),
    })
    .exactOptional(),
  /** The slot of `private_ip` in its VPC's bitmap. */
  address_slot: z.number(),
  /** Whether it holds room, a port and an address. A failed launch has released them. */
  placed: z.boolean(),
  /** Whether it has a disk from which it can start. */
  has_disk: z.boolean(),
  /** The public half of the machine's SSH host key, once it has one. */
  host_key: z.string().nullable(),
  operation: operation.nullable(),
  /** Its host is lost, so that it is in error and is not charged. */
  lost: z.literal(true).exactOptional(),
  /** The operations that need not wait for its lost host; absent where only a termination is possible. */
  meanwhile: z.array(z.enum(['start', 'attach_elastic_ip', 'detach_elastic_ip'])).exactOptional(),
  /** Its host was lost and has come back. Its VPC may have moved to another host meanwhile, so a start checks. */
  returned: z.literal(true).exactOptional(),
  /** What its termination deletes, in addition to the volumes with delete_on_termination. */
  cascade: z
    .strictObject({
      volumes: z.boolean(),
      snapshots: z.boolean(),
    })
    .exactOptional(),
  /** The price at launch, in paise an hour. */
  price_hourly_paise: z.number(),
  /** The hold on the wallet for the first hour, until the launch has settled. */
  hold: z
    .strictObject({
      operation: z.string(),
      amount_paise: z.number(),
    })
    .nullable(),
  /** Epoch seconds at which a terminated record expires. */
  ttl: z.number().exactOptional(),
});

/** An older record, which stored the plan as one map. */
const olderRecord = instanceRecord.omit({ cpu: true, ram: true, disk: true, price_monthly: true }).extend({ plan });

export const entities = {
  instance: listed('instance', {
    read: 'show, lists',
    version: 'version',
    expires: 'sometimes',
    record: instanceRecord,
    also: olderRecord,
  }),
  userData: entity({
    about: 'user data',
    pk: 'A#<account>#user-data',
    sk: '<instance>',
    read: 'the launch workflow',
    record: z.strictObject({
      text: z.string(),
      state: z.enum(['started', 'finished', 'failed']).exactOptional(),
    }),
  }),
  event: entity({
    about: 'instance event',
    pk: 'A#<account>#event',
    sk: '<instance>#<event>',
    read: 'GET …/events',
    expires: 'always',
    record: instanceEvent,
  }),
  address: entity({
    about: 'address claim',
    pk: 'VPC#<vpc>',
    sk: 'IP#<address>',
    read: 'launch, terminate',
    record: z.strictObject({
      instance_id: z.string(),
    }),
  }),
};
