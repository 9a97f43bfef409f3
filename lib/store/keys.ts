/*
 * Every key of the table. Only this file builds keys; indexes.ts has what puts items into the index.
 *
 * entity            | pk                       | sk                   | gsi1pk              | gsi1sk        | read by
 * ------------------|--------------------------|----------------------|---------------------|---------------|---------------------------
 * account           | A#<account>              | ACCOUNT              | ACCOUNTS            | <created>#<a> | every request; GET /platform/accounts
 * IAM version       | A#<account>              | IAM                  |                     |               | every request
 * user (root)       | U#<user>                 | USER                 |                     |               | every request, login
 * e-mail            | EMAIL#<address>          | EMAIL                |                     |               | login (address → user)
 * session           | S#<session>              | SESSION              | U#<user>#sessions   | <session>     | every request, refresh; GET /auth/sessions
 * IAM user          | A#<account>#iam-user     | <username, lower>    | A#<a>#iam-user#age  | <user>        | every request, lists
 * access key        | KEY#<access key>         | KEY                  |                     |               | requests with it
 * group             | A#<account>#group        | <name, lower>        | A#<a>#group#age     | <group>       | show, lists
 * policy            | A#<account>#policy       | <policy>             | A#<a>#policy#name   | <name>⇥<id>   | policy-cache misses, lists
 * password policy   | A#<account>              | PASSWORDS            |                     |               | new passwords
 * e-mail code       | U#<user>                 | EMAIL-CODE           |                     |               | verify-email, resend-verification
 * reset token       | RESET#<hash of it>       | RESET                |                     |               | reset-password
 * member            | A#<account>#member       | <user>               | U#<user>#accounts   | <account>     | every request of members; lists; GET /auth/me
 * invite            | A#<account>#invite       | <invite>             | INVITE              | <expires>     | accept, info, lists; invites schedule
 * settled invite    | A#<account>#settled      | <invite>             |                     |               | accept, info
 * webhook           | A#<account>#webhook      | <webhook>            |                     |               | GET /auth/webhooks; deliveries
 * delivery log      | A#<account>#webhook      | <webhook>#LOG        |                     |               | GET /auth/webhooks
 * webhook event     | NEWS#<event>             | NEWS                 | NEWS                | <due>         | webhooks schedule
 * delivery          | NEWS#<event>             | TO#<webhook>         | DELIVERY            | <due>         | webhooks schedule
 * delivered event   | A#<account>#delivered    | <webhook>#<event>    |                     |               | POST …/redeliver
 * unplaced events   | UNPLACED#<account>       | <time and chance>    | ACTIVITY            | <at>#<acct>   | activity schedule, activity stream
 * activity event    | A#<account>#feed         | <event>              |                     |               | GET /auth/activity
 * end of the feed   | A#<account>              | FEED                 |                     |               | activity schedule
 * rate window       | R#<principal or address> | W#<second>           |                     |               | every request
 * held replies      | R#<account>              | HELD                 |                     |               | requests with Prefer: wait that are held
 * MFA               | MFA#<principal>          | MFA                  |                     |               | logins with a code; GET …/me/mfa
 * pending login     | P#<hash of its token>    | PENDING              |                     |               | the login's second step
 * failed attempts   | T#<identity and address> | ATTEMPTS             |                     |               | login
 * known address     | T#<identity and address> | KNOWN                |                     |               | login
 * idempotency key   | I#<hash of its scope>    | IDEM                 |                     |               | keyed requests
 * audit entry       | A#<account>#audit        | <log id>             |                     |               | GET /auth/audit-logs
 * quota             | A#<account>#quota        | <name>               |                     |               | creations; GET /compute/quotas
 * unique name       | A#<account>#unique       | <noun>#<value>       |                     |               | creations
 * VPC blocks        | A#<account>#unique       | vpc-blocks#all       |                     |               | creations of VPCs
 * wallet            | A#<account>#wallet       | WALLET               | RECONCILE           | <due>         | creations, billing; reconciliation
 * wallet hold       | A#<account>#wallet       | HOLD#<operation>     |                     |               | settling a launch
 * ledger entry      | A#<account>#ledger       | <transaction id>     |                     |               | transactions, reconciliation
 * usage debit       | A#<account>#usage        | <transaction id>     |                     |               | transactions?include=debits
 * posted source     | A#<account>#posted       | <source>             |                     |               | posting: a source has one entry
 * tax profile       | A#<account>              | TAX                  |                     |               | top-ups; GET …/tax-profile
 * top-up order      | A#<account>#order        | <order>              | OPEN-ORDERS         | <next check>  | show, verify, webhooks; orders schedule
 * gateway order     | GATEWAY#<its id>         | ORDER                |                     |               | webhooks (gateway order → order)
 * seen at gateway   | GATEWAY#<what>           | SEEN                 |                     |               | webhooks, refunds schedule
 * refunds cursor    | GATEWAY#refunds          | CURSOR               |                     |               | refunds schedule
 * invoice           | A#<account>#invoice      | <invoice>            |                     |               | show, lists
 * invoice series    | INVOICES                 | <kind>#<fin. year>   |                     |               | crediting, refunds
 * pending document  | DOC#<invoice>            | DOCUMENT             | DOCUMENTS           | <due>         | documents schedule
 * document bucket   | DOCUMENT-BUCKET          | <engine>             |                     |               | making and showing documents
 * ledger checkpoint | A#<account>#wallet       | CHECKPOINT           |                     |               | reconciliation
 * ledger difference | DIFFERENCES              | <account>#<what>     |                     |               | operators
 * operators         | PLATFORM                 | OPERATORS            |                     |               | requests on /platform
 * instance          | A#<account>#instance     | <instance>           | A#<a>#instance#name | <name>⇥<id>   | show, lists
 * user data         | A#<account>#user-data    | <instance>           |                     |               | the launch workflow
 * firewall          | A#<account>#firewall     | <instance>           |                     |               | GET …/firewall; describing machines
 * instance event    | A#<account>#event        | <instance>#<event>   |                     |               | GET …/events
 * metrics           | M#<account>#<instance>   | <step>#<start>       |                     |               | GET …/metrics, autoscaling, roll-up
 * console log       | L#<account>#<instance>   | <slot>               |                     |               | GET …/console-log
 * console ticket    | TICKET#<hash of it>      | TICKET               |                     |               | the console's opening
 * SSH key           | A#<account>#ssh-key      | <key>                | A#<a>#ssh-key#name  | <name>⇥<id>   | launch, lists
 * volume            | A#<account>#volume       | <volume>             | A#<a>#volume#name   | <name>⇥<id>   | show, lists, describing machines
 * snapshot          | A#<account>#snapshot     | <snapshot>           | A#<a>#snapshot#name | <name>⇥<id>   | show, lists, launch
 * backup schedule   | A#<account>#backup       | <instance>           | BACKUP              | <due>#<inst.> | GET …/backup-schedule; backups schedule
 * VPC               | A#<account>#vpc          | <vpc>                | A#<a>#vpc#name      | <name>⇥<id>   | launch, lists
 * load balancer     | A#<account>#load-balancer| <load balancer>      | A#<a>#load-bal…#name| <name>⇥<id>   | show, lists, terminate; its host
 * certificate       | A#<account>#certificate  | <certificate>        | A#<a>#certif…#name  | <name>⇥<id>   | show, lists, load balancers; their host
 * address claim     | VPC#<vpc>                | IP#<address>         |                     |               | launch, terminate
 * elastic IP        | A#<account>#elastic-ip   | <elastic IP>         | A#<a>#elastic-ip#name| <name>⇥<id>  | show, lists, launch; configured jobs
 * public address    | POOL#<block>             | IP#<address>         |                     |               | elastic IPs, load balancers
 * host of a pool    | POOL#<block>             | HOST#<host>          |                     |               | launch, loss of a host
 * host of a scope   | SCOPE#<disk scope>       | HOST#<host>          |                     |               | starts of machines elsewhere
 * block of addresses| BLOCK#<block>            | BLOCK                |                     |               | starts of hosts
 * catalog           | PLATFORM                 | CATALOG              |                     |               | placement, /healthz, images
 * host              | HOST#<host>              | HOST                 | HOST-LIST           | <created>#<h> | agent, placement; GET /platform/hosts
 * host's heartbeat  | HOST#<host>              | BEAT                 |                     |               | placement; hosts schedule
 * host's bell       | HOST#<host>              | BELL                 |                     |               | whoever has work for the host
 * host's offer      | HOST#<host>              | OFFER                | HOSTS#<0-3>         | <class>#<r>#<h>| placement; hosts schedule
 * account on a host | HOST#<host>              | DISKS#<account>      |                     |               | loss of a host
 * removed host      | REMOVED                  | <host>               |                     |               | hosts schedule, until all of it is settled
 * end of a schedule  | SCHEDULES                | <schedule>           |                     |               | hosts schedule, for an alarm
 * machine moved on  | HOST#<host>              | MOVED#<instance>     |                     |               | the agent's start
 * SSH port claim    | HOST#<host>              | PORT#<port>          |                     |               | launch; the agent's start
 * balancer assignm. | HOST#<host>              | LB#<load balancer>   |                     |               | the host's agent
 * host's console    | HOST#<host>              | CONSOLE#<console>    |                     |               | the host's relay
 * join token        | JOIN#<token>             | JOIN                 | JOIN                | <id>          | joining hosts; GET /platform/join-tokens
 * job               | HOST#<host>              | JOB#<operation>#<s>  | HOST#<host>#open    | <created>     | agent; tasks
 * outbox intent     | OUTBOX#<operation>       | INTENT               | OUTBOX              | <due>         | outbox schedule
 * pending mail      | MAIL#<mail>              | MAIL                 | MAIL                | <due>         | mail schedule, mail stream
 * failure mail      | A#<account>#mailed   | <subject>            |                     |               | placing the events of failures
 * scaling group     | A#<account>#asg          | <group>              | A#<a>#asg#name      | <name>⇥<id>   | show, lists; scaling
 * group activity    | A#<account>#activity     | <group>#<event>      |                     |               | GET …/activities
 * group assignment  | ASG#<group>              | ASG                  | ASG                 | <group>       | scaling schedule
 * autoscale rule    | A#<account>#autoscale    | <instance>           | AUTOSCALE           | <instance>    | show; autoscale schedule
 * scan position     | ROUND#<index>            | ROUND                |                     |               | scheduled tasks that scan an index
 * deadline          | OUTBOX#<operation>       | DEADLINE             | DEADLINE            | <due>         | deadlines schedule
 * bucket            | A#<account>#bucket       | <name>               | A#<a>#bucket#age    | <operation>   | show, lists
 * bucket rules      | A#<account>#bucket-rules | <name>#<kind>        |                     |               | GET …/cors, …/lifecycle
 * bucket name       | BUCKET#<name>            | BUCKET               | BUCKETS             | <name>        | creations; storage schedule
 * bucket work       | BUCKET#<name>            | WORK#<operation>     | BUCKET-WORK         | <due>         | buckets schedule
 * bucket key        | S3KEY#<access key>       | KEY                  | S3KEY-EXPIRY        | <expires>     | S3 requests with it; buckets schedule
 * stored bytes      | A#<account>#stored       | <date>#<bucket>      |                     |               | usage, metering
 * metering          | A#<account>#wallet       | METERING             | METERING            | <due>#<acct>  | metering schedule
 * meter mark        | A#<account>#wallet       | METER#<res.>#<seq>   | METERING            | <at>#<acct>   | metering schedule, summary
 * meter             | A#<account>#wallet       | METER#<resource>     |                     |               | metering schedule, summary
 * monthly spend     | A#<account>#wallet       | SPEND#<month>        |                     |               | metering schedule, summary
 * budget            | A#<account>#wallet       | BUDGET               |                     |               | GET /auth/billing/budget, metering
 * mandate           | A#<account>#wallet       | MANDATE              | AUTOPAY             | <due>         | GET /auth/billing/autopay; metering, autopay schedule
 * subscription      | A#<account>#wallet       | SUBSCRIPTION         | SUBSCRIPTIONS       | <due>         | GET /auth/billing/subscription; subscriptions schedule
 * gateway plan      | GATEWAY#<key>#<plan>     | PLAN                 |                     |               | subscribing
 * instance expiry   | EXPIRY#<instance>        | EXPIRY               | EXPIRY              | <due>         | expiry schedule
 */

import type { Listed, Named } from './platform/nouns.ts';
import type { Partition, RecordNamed, RecordOf } from './records.ts';

/** The key of an item of type T. */
export interface Key<T = unknown> {
  pk: Partition<T>;
  sk: string;
}

const within = (account: string, part: string, sk: string) => ({ pk: `A#${account}#${part}`, sk });

const named = (account: string, noun: Named, name: string) => within(account, noun, name.toLowerCase());

const shapes = {
  account: (account: string) => ({ pk: `A#${account}`, sk: 'ACCOUNT' }),
  operators: () => ({ pk: 'PLATFORM', sk: 'OPERATORS' }),
  iamVersion: (account: string) => ({ pk: `A#${account}`, sk: 'IAM' }),
  user: (user: string) => ({ pk: `U#${user}`, sk: 'USER' }),
  email: (address: string) => ({ pk: `EMAIL#${address}`, sk: 'EMAIL' }),
  session: (session: string) => ({ pk: `S#${session}`, sk: 'SESSION' }),
  mfa: (principal: string) => ({ pk: `MFA#${principal}`, sk: 'MFA' }),
  pendingLogin: (token: string) => ({ pk: `P#${token}`, sk: 'PENDING' }),
  iamUser: (account: string, username: string) => named(account, 'iam-user', username),
  accessKey: (accessKey: string) => ({ pk: `KEY#${accessKey}`, sk: 'KEY' }),
  group: (account: string, name: string) => named(account, 'group', name),
  bucket: (account: string, name: string) => named(account, 'bucket', name),
  bucketRules: (account: string, name: string, kind: string) => within(account, 'bucket-rules', `${name}#${kind}`),
  bucketName: (name: string) => ({ pk: `BUCKET#${name}`, sk: 'BUCKET' }),
  bucketWork: (name: string, operation: string) => ({ pk: `BUCKET#${name}`, sk: `WORK#${operation}` }),
  bucketKey: (accessKey: string) => ({ pk: `S3KEY#${accessKey}`, sk: 'KEY' }),
  stored: (account: string, date: string, bucket: string) => within(account, 'stored', `${date}#${bucket}`),
  passwordPolicy: (account: string) => ({ pk: `A#${account}`, sk: 'PASSWORDS' }),
  emailCode: (user: string) => ({ pk: `U#${user}`, sk: 'EMAIL-CODE' }),
  resetToken: (hash: string) => ({ pk: `RESET#${hash}`, sk: 'RESET' }),
  member: (account: string, user: string) => ({ pk: `A#${account}#member`, sk: user }),
  invite: (account: string, invite: string) => ({ pk: `A#${account}#invite`, sk: invite }),
  settledInvite: (account: string, invite: string) => ({ pk: `A#${account}#settled`, sk: invite }),
  webhook: (account: string, webhook: string) => ({ pk: `A#${account}#webhook`, sk: webhook }),
  deliveryLog: (account: string, webhook: string) => ({ pk: `A#${account}#webhook`, sk: `${webhook}#LOG` }),
  webhookEvent: (event: string) => ({ pk: `NEWS#${event}`, sk: 'NEWS' }),
  delivery: (event: string, webhook: string) => ({ pk: `NEWS#${event}`, sk: `TO#${webhook}` }),
  unplaced: (account: string, id: string) => ({ pk: `UNPLACED#${account}`, sk: id }),
  feed: (account: string, event: string) => ({ pk: `A#${account}#feed`, sk: event }),
  feedEnd: (account: string) => ({ pk: `A#${account}`, sk: 'FEED' }),
  delivered: (account: string, webhook: string, event: string) => within(account, 'delivered', `${webhook}#${event}`),
  rate: (who: string, second: number) => ({ pk: `R#${who}`, sk: `W#${second}` }),
  heldReplies: (account: string) => ({ pk: `R#${account}`, sk: 'HELD' }),
  attempts: (who: string) => ({ pk: `T#${who}`, sk: 'ATTEMPTS' }),
  known: (who: string) => ({ pk: `T#${who}`, sk: 'KNOWN' }),
  idempotency: (scope: string) => ({ pk: `I#${scope}`, sk: 'IDEM' }),
  audit: (account: string, log: string) => ({ pk: `A#${account}#audit`, sk: log }),
  quota: (account: string, name: string) => ({ pk: `A#${account}#quota`, sk: name }),
  vpcBlocks: (account: string) => within(account, 'unique', 'vpc-blocks#all'),
  unique: (account: string, noun: string, value: string) => within(account, 'unique', `${noun}#${value}`),
  wallet: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'WALLET' }),
  hold: (account: string, operation: string) => ({ pk: `A#${account}#wallet`, sk: `HOLD#${operation}` }),
  ledger: (account: string, transaction: string) => ({ pk: `A#${account}#ledger`, sk: transaction }),
  usage: (account: string, transaction: string) => ({ pk: `A#${account}#usage`, sk: transaction }),
  posted: (account: string, source: string) => ({ pk: `A#${account}#posted`, sk: source }),
  metering: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'METERING' }),
  meter: (account: string, resource: string) => ({ pk: `A#${account}#wallet`, sk: `METER#${resource}` }),
  mark: (account: string, resource: string, seq: number) => within(account, 'wallet', `METER#${resource}#${seq}`),
  spend: (account: string, month: string) => ({ pk: `A#${account}#wallet`, sk: `SPEND#${month}` }),
  budget: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'BUDGET' }),
  mandate: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'MANDATE' }),
  subscription: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'SUBSCRIPTION' }),
  gatewayPlan: (keyId: string, plan: string) => ({ pk: `GATEWAY#${keyId}#${plan}`, sk: 'PLAN' }),
  checkpoint: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'CHECKPOINT' }),
  difference: (account: string, what: string) => ({ pk: 'DIFFERENCES', sk: `${account}#${what}` }),
  tax: (account: string) => ({ pk: `A#${account}`, sk: 'TAX' }),
  order: (account: string, order: string) => ({ pk: `A#${account}#order`, sk: order }),
  gatewayOrder: (order: string) => ({ pk: `GATEWAY#${order}`, sk: 'ORDER' }),
  seenAtGateway: (what: string) => ({ pk: `GATEWAY#${what}`, sk: 'SEEN' }),
  refundCursor: () => ({ pk: 'GATEWAY#refunds', sk: 'CURSOR' }),
  invoice: (account: string, invoice: string) => ({ pk: `A#${account}#invoice`, sk: invoice }),
  invoiceSeries: (kind: string, year: string) => ({ pk: 'INVOICES', sk: `${kind}#${year}` }),
  document: (invoice: string) => ({ pk: `DOC#${invoice}`, sk: 'DOCUMENT' }),
  documentBucket: (engine: string) => ({ pk: 'DOCUMENT-BUCKET', sk: engine }),
  listed: (account: string, noun: Listed, id: string) => ({ pk: `A#${account}#${noun}`, sk: id }),
  backup: (account: string, instance: string) => ({ pk: `A#${account}#backup`, sk: instance }),
  userData: (account: string, instance: string) => ({ pk: `A#${account}#user-data`, sk: instance }),
  firewall: (account: string, instance: string) => ({ pk: `A#${account}#firewall`, sk: instance }),
  event: (account: string, instance: string, event: string) => within(account, 'event', `${instance}#${event}`),
  metrics: (account: string, instance: string, step: number, start: number) => ({
    pk: `M#${account}#${instance}`,
    sk: `${step}#${start}`,
  }),
  consoleLog: (account: string, instance: string, slot: string) => ({ pk: `L#${account}#${instance}`, sk: slot }),
  ticket: (hash: string) => ({ pk: `TICKET#${hash}`, sk: 'TICKET' }),
  address: (vpc: string, address: string) => ({ pk: `VPC#${vpc}`, sk: `IP#${address}` }),
  publicAddress: (pool: string, address: string) => ({ pk: `POOL#${pool}`, sk: `IP#${address}` }),
  poolHost: (pool: string, host: string) => ({ pk: `POOL#${pool}`, sk: `HOST#${host}` }),
  addressBlock: (block: string) => ({ pk: `BLOCK#${block}`, sk: 'BLOCK' }),
  catalog: () => ({ pk: 'PLATFORM', sk: 'CATALOG' }),
  hostBeat: (host: string) => ({ pk: `HOST#${host}`, sk: 'BEAT' }),
  hostOffer: (host: string) => ({ pk: `HOST#${host}`, sk: 'OFFER' }),
  hostAccount: (host: string, account: string) => ({ pk: `HOST#${host}`, sk: `DISKS#${account}` }),
  hostBell: (host: string) => ({ pk: `HOST#${host}`, sk: 'BELL' }),
  host: (host: string) => ({ pk: `HOST#${host}`, sk: 'HOST' }),
  removedHost: (host: string) => ({ pk: 'REMOVED', sk: host }),
  finishedSchedule: (schedule: string) => ({ pk: 'SCHEDULES', sk: schedule }),
  movedMachine: (host: string, instance: string) => ({ pk: `HOST#${host}`, sk: `MOVED#${instance}` }),
  scopeHost: (scope: string, host: string) => ({ pk: `SCOPE#${scope}`, sk: `HOST#${host}` }),
  port: (host: string, port: number) => ({ pk: `HOST#${host}`, sk: `PORT#${port}` }),
  balancerAssignment: (host: string, balancer: string) => ({ pk: `HOST#${host}`, sk: `LB#${balancer}` }),
  hostConsole: (host: string, console: string) => ({ pk: `HOST#${host}`, sk: `CONSOLE#${console}` }),
  joinToken: (id: string) => ({ pk: `JOIN#${id}`, sk: 'JOIN' }),
  job: (host: string, operation: string, step: string) => ({ pk: `HOST#${host}`, sk: `JOB#${operation}#${step}` }),
  intent: (operation: string) => ({ pk: `OUTBOX#${operation}`, sk: 'INTENT' }),
  failureMail: (account: string, subject: string) => within(account, 'mailed', subject),
  mail: (mail: string) => ({ pk: `MAIL#${mail}`, sk: 'MAIL' }),
  expiry: (instance: string) => ({ pk: `EXPIRY#${instance}`, sk: 'EXPIRY' }),
  asgActivity: (account: string, asg: string, activity: string) => within(account, 'activity', `${asg}#${activity}`),
  asgAssignment: (asg: string) => ({ pk: `ASG#${asg}`, sk: 'ASG' }),
  autoscaleRule: (account: string, instance: string) => ({ pk: `A#${account}#autoscale`, sk: instance }),
  round: (index: string) => ({ pk: `ROUND#${index}`, sk: 'ROUND' }),
  deadline: (operation: string) => ({ pk: `OUTBOX#${operation}`, sk: 'DEADLINE' }),
};

type Shapes = typeof shapes;

type Keys = {
  readonly [N in Exclude<keyof Shapes, 'listed'>]: (...of: Parameters<Shapes[N]>) => Key<RecordNamed<N>>;
} & { readonly listed: <N extends Listed>(account: string, noun: N, id: string) => Key<RecordOf<N>> };

/** Every key, with the type of what stands there. */
export const keys: Keys = shapes;
