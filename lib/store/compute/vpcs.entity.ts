import * as z from 'zod';
import { entity, listed } from '#lib/store/entity.ts';

export const vpcRecord = z
  .strictObject({
    id: z.string(),
    account_id: z.string(),
    name: z.string(),
    cidr: z.string(),
    is_default: z.boolean(),
    description: z.string().nullable(),
    /** Absent in older records. */
    tags: z.record(z.string(), z.string()).exactOptional(),
    instance_count: z.number(),
    /** The number of load balancers in it. */
    load_balancer_count: z.number().exactOptional(),
    /** How many of them have their own address in it. */
    balancer_ips: z.number().exactOptional(),
    /** The auto scaling groups that launch members into it. Groups from before this was stored are missing. */
    asg_ids: z.set(z.string()).exactOptional(),
    /**
     * The host of all its instances and load balancers, since its network is on one host. While the VPC is empty, the
     * last such host.
     */
    host_id: z.string().exactOptional(),
    created_at: z.string(),
    updated_at: z.string(),
    version: z.number(),
  })
  .and(z.record(z.templateLiteral(['w', z.number()]), z.number()));

/** The blocks of an account's VPCs by VPC id. They are in one item with a version, since blocks must not overlap. */
export const blocks = z.strictObject({
  version: z.number(),
  blocks: z.record(z.string(), z.string()),
});

export const entities = {
  vpc: listed('vpc', {
    read: 'launch, lists',
    version: 'version',
    record: vpcRecord,
  }),
  vpcBlocks: entity({
    about: 'VPC blocks',
    pk: 'A#<account>#unique',
    sk: 'vpc-blocks#all',
    read: 'creations of VPCs',
    version: 'version',
    record: blocks,
  }),
};
