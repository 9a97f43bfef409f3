/* Made by `npm run openapi` from the files `*.entity.ts` of this floor. */

/* It is loaded by tests, by npm run operator and by the schedule that checks records. */

import type { Stored } from '#lib/store/entity.ts';
import { entities as invoices } from '#lib/store/billing/invoices.entity.ts';
import { entities as ledger } from '#lib/store/billing/ledger.entity.ts';
import { entities as mandates } from '#lib/store/billing/mandates.entity.ts';
import { entities as metering } from '#lib/store/billing/metering.entity.ts';
import { entities as orders } from '#lib/store/billing/orders.entity.ts';
import { entities as subscriptions } from '#lib/store/billing/subscriptions.entity.ts';
import { entities as tax } from '#lib/store/billing/tax.entity.ts';
import { entities as wallets } from '#lib/store/billing/wallets.entity.ts';
import { entities as addressBlocks } from '#lib/store/compute/address-blocks.entity.ts';
import { entities as asgs } from '#lib/store/compute/asgs.entity.ts';
import { entities as autoscaleRules } from '#lib/store/compute/autoscale-rules.entity.ts';
import { entities as backups } from '#lib/store/compute/backups.entity.ts';
import { entities as balancing } from '#lib/store/compute/balancing.entity.ts';
import { entities as certificates } from '#lib/store/compute/certificates.entity.ts';
import { entities as consoleLogs } from '#lib/store/compute/console-logs.entity.ts';
import { entities as directory } from '#lib/store/compute/directory.entity.ts';
import { entities as elasticIps } from '#lib/store/compute/elastic-ips.entity.ts';
import { entities as firewalls } from '#lib/store/compute/firewalls.entity.ts';
import { entities as hostAccounts } from '#lib/store/compute/host-accounts.entity.ts';
import { entities as hostConsoles } from '#lib/store/compute/host-consoles.entity.ts';
import { entities as hostLoads } from '#lib/store/compute/host-loads.entity.ts';
import { entities as hostMachines } from '#lib/store/compute/host-machines.entity.ts';
import { entities as hosts } from '#lib/store/compute/hosts.entity.ts';
import { entities as imageCopies } from '#lib/store/compute/image-copies.entity.ts';
import { entities as images } from '#lib/store/compute/images.entity.ts';
import { entities as instances } from '#lib/store/compute/instances.entity.ts';
import { entities as jobs } from '#lib/store/compute/jobs.entity.ts';
import { entities as joinTokens } from '#lib/store/compute/join-tokens.entity.ts';
import { entities as loadBalancers } from '#lib/store/compute/load-balancers.entity.ts';
import { entities as metrics } from '#lib/store/compute/metrics.entity.ts';
import { entities as movedMachines } from '#lib/store/compute/moved-machines.entity.ts';
import { entities as publicAddresses } from '#lib/store/compute/public-addresses.entity.ts';
import { entities as removedHosts } from '#lib/store/compute/removed-hosts.entity.ts';
import { entities as snapshots } from '#lib/store/compute/snapshots.entity.ts';
import { entities as sshKeys } from '#lib/store/compute/ssh-keys.entity.ts';
import { entities as tickets } from '#lib/store/compute/tickets.entity.ts';
import { entities as volumes } from '#lib/store/compute/volumes.entity.ts';
import { entities as vpcs } from '#lib/store/compute/vpcs.entity.ts';
import { entities as accessKeys } from '#lib/store/identity/access-keys.entity.ts';
import { entities as accounts } from '#lib/store/identity/accounts.entity.ts';
import { entities as codes } from '#lib/store/identity/codes.entity.ts';
import { entities as emails } from '#lib/store/identity/emails.entity.ts';
import { entities as groups } from '#lib/store/identity/groups.entity.ts';
import { entities as iamUsers } from '#lib/store/identity/iam-users.entity.ts';
import { entities as iam } from '#lib/store/identity/iam.entity.ts';
import { entities as invites } from '#lib/store/identity/invites.entity.ts';
import { entities as members } from '#lib/store/identity/members.entity.ts';
import { entities as mfa } from '#lib/store/identity/mfa.entity.ts';
import { entities as operators } from '#lib/store/identity/operators.entity.ts';
import { entities as passwordPolicy } from '#lib/store/identity/password-policy.entity.ts';
import { entities as pendingLogins } from '#lib/store/identity/pending-logins.entity.ts';
import { entities as policies } from '#lib/store/identity/policies.entity.ts';
import { entities as activity } from '#lib/store/platform/activity.entity.ts';
import { entities as bells } from '#lib/store/platform/bells.entity.ts';
import { entities as deliveries } from '#lib/store/platform/deliveries.entity.ts';
import { entities as expiries } from '#lib/store/platform/expiries.entity.ts';
import { entities as feed } from '#lib/store/platform/feed.entity.ts';
import { entities as finishedSchedules } from '#lib/store/platform/finished-schedules.entity.ts';
import { entities as mail } from '#lib/store/platform/mail.entity.ts';
import { entities as outbox } from '#lib/store/platform/outbox.entity.ts';
import { entities as quotas } from '#lib/store/platform/quotas.entity.ts';
import { entities as rounds } from '#lib/store/platform/rounds.entity.ts';
import { entities as stored } from '#lib/store/platform/stored.entity.ts';
import { entities as uniques } from '#lib/store/platform/uniques.entity.ts';
import { entities as webhooks } from '#lib/store/platform/webhooks.entity.ts';
import { entities as attempts } from '#lib/store/requests/attempts.entity.ts';
import { entities as audit } from '#lib/store/requests/audit.entity.ts';
import { entities as heldReplies } from '#lib/store/requests/held-replies.entity.ts';
import { entities as idempotency } from '#lib/store/requests/idempotency.entity.ts';
import { entities as rate } from '#lib/store/requests/rate.entity.ts';
import { entities as bucketKeys } from '#lib/store/storage/bucket-keys.entity.ts';
import { entities as buckets } from '#lib/store/storage/buckets.entity.ts';

/** Every entity, by the name of its key. */
export const entities = {
  ...invoices,
  ...ledger,
  ...mandates,
  ...metering,
  ...orders,
  ...subscriptions,
  ...tax,
  ...wallets,
  ...addressBlocks,
  ...asgs,
  ...autoscaleRules,
  ...backups,
  ...balancing,
  ...certificates,
  ...consoleLogs,
  ...directory,
  ...elasticIps,
  ...firewalls,
  ...hostAccounts,
  ...hostConsoles,
  ...hostLoads,
  ...hostMachines,
  ...hosts,
  ...imageCopies,
  ...images,
  ...instances,
  ...jobs,
  ...joinTokens,
  ...loadBalancers,
  ...metrics,
  ...movedMachines,
  ...publicAddresses,
  ...removedHosts,
  ...snapshots,
  ...sshKeys,
  ...tickets,
  ...volumes,
  ...vpcs,
  ...accessKeys,
  ...accounts,
  ...codes,
  ...emails,
  ...groups,
  ...iamUsers,
  ...iam,
  ...invites,
  ...members,
  ...mfa,
  ...operators,
  ...passwordPolicy,
  ...pendingLogins,
  ...policies,
  ...activity,
  ...bells,
  ...deliveries,
  ...expiries,
  ...feed,
  ...finishedSchedules,
  ...mail,
  ...outbox,
  ...quotas,
  ...rounds,
  ...stored,
  ...uniques,
  ...webhooks,
  ...attempts,
  ...audit,
  ...heldReplies,
  ...idempotency,
  ...rate,
  ...bucketKeys,
  ...buckets,
};

/** The definition of every entity. */
export type Entities = typeof entities;

/** What stands under each key. */
export type MadeRecords = { [N in keyof Entities]: Stored<Entities[N]> };
