import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import { diskMachine, diskOptions, diskSeconds } from '#lib/domain/compute/disks/resource.ts';
import { requireCapability } from '#lib/domain/compute/hosts/place.ts';
import { hold } from '#lib/domain/compute/instances/operate.ts';
import { isGone } from '#lib/domain/compute/instances/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { isSystem } from '#lib/domain/platform/operations/system-context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Snapshot } from '#lib/model/compute/snapshot.ts';
import { hourlyPaise, planOf, priceOf } from '#lib/model/platform/catalog.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { noteDisks } from '#lib/store/compute/host-accounts.ts';
import { readDisks } from '#lib/store/compute/inputs.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { createSnapshot as putSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { putExpiry } from '#lib/store/platform/expiries.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { toSnapshot } from './resource.ts';

export interface CreateInput {
  instance_id: string;
  name?: string | undefined;
  description?: string | null | undefined;
  retain_days?: number | undefined;
  tags?: Record<string, string>;
}

/** Why a snapshot is created, and what is stored with it. */
export interface SnapshotCause {
  trigger: SnapshotRecord['trigger'];
  also: (snapshot: SnapshotRecord) => Write[];
}

const manual: SnapshotCause = { trigger: 'manual', also: () => [] };

/**
 * Creates a snapshot of an instance's disk; with consistency `crash` where the instance is running. 402 and 403 for
 * wallet and quota, 404, and 409 where contract 3.1 does not allow it or another operation holds the instance.
 */
export function createSnapshot(context: Context, input: CreateInput, cause = manual): Promise<Snapshot> {
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const { instance, catalog } = await readDisks(account_id, { instance: input.instance_id });
    if (!instance || isGone(instance, context.now)) throw notFound('instance', input.instance_id);
    context.match(instance.version);
    const draft = newSnapshot(context, instance, input, cause.trigger);
    const { operation, writes, workflow } = hold(context, instance, {
      kind: 'create_snapshot',
      machine: diskMachine,
      action: 'create_snapshot',
      subject: draft.id,
      options: diskOptions('create_snapshot', { snapshot_id: draft.id }),
      deadline: diskSeconds.create_snapshot,
      change: { task: 'snapshotting' },
    });
    await requireCapability(catalog, instance.host_id, 'snapshots');
    const record: SnapshotRecord = { ...draft, operation: { id: operation, kind: 'create_snapshot' } };
    return context.commit({
      writes: [
        ...writes,
        takeQuota(account_id, 'snapshots'),
        checkBalance(
          account_id,
          hourlyPaise(record.price_monthly),
          `a snapshot of ${record.size_gib} GiB`,
          isSystem(context.principal),
        ),
        noteDisks(record.host_id, account_id),
        putSnapshot(record),
        ...expiryOf(record),
        ...cause.also(record),
      ],
      reply: toSnapshot(record),
      version: record.version,
      workflow,
      rehearsal: {
        would: `create snapshot ${record.name} of ${record.size_gib} GiB`,
        ...priceDelta(0, record.price_monthly),
      },
    });
  });
}

const expiryOf = ({ account_id, id, expires_at }: SnapshotRecord): Write[] =>
  expires_at ? [putExpiry({ account_id, instance_id: id, expires_at })] : [];

function newSnapshot(
  { now, principal }: Context,
  instance: InstanceRecord,
  { name, description = null, retain_days, tags = {} }: CreateInput,
  trigger: SnapshotRecord['trigger'],
): SnapshotRecord {
  const at = rfc3339(now);
  return {
    id: newId('snapshot', now),
    account_id: principal.account_id,
    name: name ?? defaultName(instance.name, at),
    description,
    instance_id: instance.id,
    status: 'creating',
    status_reason: null,
    size_gib: planOf(instance).disk,
    size_bytes: null,
    progress_percent: 0,
    trigger,
    consistency: instance.status === 'running' ? 'crash' : 'offline',
    image_id: instance.base_image_id ?? instance.image_id,
    expires_at: retain_days ? rfc3339(new Date(now.getTime() + retain_days * 86_400_000)) : null,
    tags,
    price_monthly: priceOf('snapshot', planOf(instance).disk),
    created_at: at,
    updated_at: at,
    version: 1,
    host_id: instance.host_id,
    operation: null,
  };
}

/** `<instance>-<time>` in at most 64 characters. */
const defaultName = (instance: string, at: string) => `${instance.slice(0, 47)}-${at.replaceAll(/[-:]/g, '')}`;
