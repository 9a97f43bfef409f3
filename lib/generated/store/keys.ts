/* Made by `npm run openapi` from the files `*.entity.ts` of this floor. */

/* Every key of the table. */

/*
 * entity                  | pk                        | sk                     | gsi1pk                         | gsi1sk                  | read by
 * ------------------------|---------------------------|------------------------|--------------------------------|-------------------------|-------------------------------------------------------
 * invoice                 | A#<account>#invoice       | <invoice>              |                                |                         | show, lists
 * invoice series          | INVOICES                  | <kind>#<year>          |                                |                         | crediting, refunds
 * pending document        | DOC#<invoice>             | DOCUMENT               | DOCUMENTS                      | <due>                   | documents schedule
 * ledger checkpoint       | A#<account>#wallet        | CHECKPOINT             |                                |                         | reconciliation
 * ledger difference       | DIFFERENCES               | <account>#<what>       |                                |                         | operators
 * mandate                 | A#<account>#wallet        | MANDATE                | AUTOPAY                        | <due>                   | GET /auth/billing/autopay; metering, autopay schedule
 * metering                | A#<account>#wallet        | METERING               | METERING[#<shard>]             | <due>#<account>         | metering schedule
 * budget                  | A#<account>#wallet        | BUDGET                 |                                |                         | GET /auth/billing/budget, metering
 * monthly spend           | A#<account>#wallet        | SPEND#<month>          |                                |                         | metering schedule, summary
 * meter mark              | A#<account>#wallet        | METER#<resource>#<seq> | METERING[#<shard>]             | <at>#<account>          | metering schedule, summary
 * meter                   | A#<account>#wallet        | METER#<resource>       |                                |                         | metering schedule, summary
 * top-up order            | A#<account>#order         | <order>                | OPEN-ORDERS                    | <next check>            | show, verify, webhooks; orders schedule
 * gateway order           | GATEWAY#<order>           | ORDER                  |                                |                         | webhooks (gateway order → order)
 * seen at gateway         | GATEWAY#<what>            | SEEN                   |                                |                         | webhooks, refunds schedule
 * refunds cursor          | GATEWAY#refunds           | CURSOR                 |                                |                         | refunds schedule
 * subscription            | A#<account>#wallet        | SUBSCRIPTION           | SUBSCRIPTIONS                  | <due>                   | GET /auth/billing/subscription; subscriptions schedule
 * gateway plan            | GATEWAY#<keyId>#<plan>    | PLAN                   |                                |                         | subscribing
 * tax profile             | A#<account>               | TAX                    |                                |                         | top-ups; GET …/tax-profile
 * wallet                  | A#<account>#wallet        | WALLET                 | RECONCILE[#<shard>]            | <due>                   | creations, billing; reconciliation
 * ledger entry            | A#<account>#ledger        | <transaction>          |                                |                         | transactions, reconciliation
 * usage debit             | A#<account>#usage         | <transaction>          |                                |                         | transactions?include=debits
 * posted source           | A#<account>#posted        | <source>               |                                |                         | posting: a source has one entry
 * wallet hold             | A#<account>#wallet        | HOLD#<operation>       |                                |                         | settling a launch
 * block of addresses      | BLOCK#<block>             | BLOCK                  |                                |                         | starts of hosts
 * asg                     | A#<account>#asg           | <id>                   | A#<account>#asg#name           | <name>⇥<id>             | show, lists; scaling
 * group activity          | A#<account>#activity      | <asg>#<activity>       |                                |                         | GET …/activities
 * group assignment        | ASG#<asg>                 | ASG                    | ASG[#<shard>]                  | <group>                 | scaling schedule
 * autoscale rule          | A#<account>#autoscale     | <instance>             | AUTOSCALE[#<shard>]            | <instance>              | show; autoscale schedule
 * backup schedule         | A#<account>#backup        | <instance>             | BACKUP[#<shard>]               | <due>#<instance>        | GET …/backup-schedule; backups schedule
 * balancer assignm.       | HOST#<host>               | LB#<balancer>          |                                |                         | the host's agent
 * certificate             | A#<account>#certificate   | <id>                   | A#<account>#certificate#name   | <name>⇥<id>             | show, lists, load balancers; their host
 * console log             | L#<account>#<instance>    | <slot>                 |                                |                         | GET …/console-log
 * host's offer            | HOST#<host>               | OFFER                  | HOSTS#<0-3>                    | <class>#<random>#<host> | placement; hosts schedule
 * host's heartbeat        | HOST#<host>               | BEAT                   |                                |                         | placement; hosts schedule
 * host of a pool          | POOL#<pool>               | HOST#<host>            |                                |                         | launch, loss of a host
 * host of a scope         | SCOPE#<scope>             | HOST#<host>            |                                |                         | starts of machines elsewhere
 * catalog                 | PLATFORM                  | CATALOG                |                                |                         | placement, /healthz, images
 * elastic-ip              | A#<account>#elastic-ip    | <id>                   | A#<account>#elastic-ip#name    | <name>⇥<id>             | show, lists, launch; configured jobs
 * firewall                | A#<account>#firewall      | <instance>             |                                |                         | GET …/firewall; describing machines
 * account on a host       | HOST#<host>               | DISKS#<account>        |                                |                         | loss of a host
 * host's console          | HOST#<host>               | CONSOLE#<console>      |                                |                         | the host's relay
 * host's loads            | HOST#<host>               | LOADS                  |                                |                         | autoscaling; heartbeats
 * SSH port claim          | HOST#<host>               | PORT#<port>            |                                |                         | launch; the agent's start
 * host                    | HOST#<host>               | HOST                   | HOST-LIST                      | <created>#<host>        | agent, placement; GET /platform/hosts
 * host's copy of an image | HOST#<host>               | COPY#<image>           |                                |                         | images of operators, jobs
 * image                   | A#<account>#image         | <id>                   | A#<account>#image#name         | <name>⇥<id>             | show, lists, launch
 * instance                | A#<account>#instance      | <id>                   | A#<account>#instance#name      | <name>⇥<id>             | show, lists
 * user data               | A#<account>#user-data     | <instance>             |                                |                         | the launch workflow
 * instance event          | A#<account>#event         | <instance>#<event>     |                                |                         | GET …/events
 * address claim           | VPC#<vpc>                 | IP#<address>           |                                |                         | launch, terminate
 * job                     | HOST#<host>               | JOB#<operation>#<step> | HOST#<host>#open               | <created>               | agent; tasks
 * join token              | JOIN#<id>                 | JOIN                   | JOIN                           | <id>                    | joining hosts; GET /platform/join-tokens
 * load-balancer           | A#<account>#load-balancer | <id>                   | A#<account>#load-balancer#name | <name>⇥<id>             | show, lists, terminate; its host
 * metrics                 | M#<account>#<instance>    | <step>#<start>         |                                |                         | GET …/metrics, autoscaling, roll-up
 * machine moved on        | HOST#<host>               | MOVED#<instance>       |                                |                         | the agent's start
 * public address          | POOL#<pool>               | IP#<address>           |                                |                         | elastic IPs, load balancers
 * removed host            | REMOVED                   | <host>                 |                                |                         | hosts schedule, until all of it is settled
 * snapshot                | A#<account>#snapshot      | <id>                   | A#<account>#snapshot#name      | <name>⇥<id>             | show, lists, launch
 * ssh-key                 | A#<account>#ssh-key       | <id>                   | A#<account>#ssh-key#name       | <name>⇥<id>             | launch, lists
 * console ticket          | TICKET#<hash>             | TICKET                 |                                |                         | the console's opening
 * volume                  | A#<account>#volume        | <id>                   | A#<account>#volume#name        | <name>⇥<id>             | show, lists, describing machines
 * vpc                     | A#<account>#vpc           | <id>                   | A#<account>#vpc#name           | <name>⇥<id>             | launch, lists
 * VPC blocks              | A#<account>#unique        | vpc-blocks#all         |                                |                         | creations of VPCs
 * access key              | KEY#<accessKey>           | KEY                    |                                |                         | requests with it
 * account                 | A#<account>               | ACCOUNT                | ACCOUNTS                       | <created>#<account>     | every request; GET /platform/accounts
 * user (root)             | U#<user>                  | USER                   |                                |                         | every request, login
 * session                 | S#<session>               | SESSION                | U#<user>#sessions              | <session>               | every request, refresh; GET /auth/sessions
 * e-mail code             | U#<user>                  | EMAIL-CODE             |                                |                         | verify-email, resend-verification
 * reset token             | RESET#<hash>              | RESET                  |                                |                         | reset-password
 * e-mail                  | EMAIL#<address>           | EMAIL                  |                                |                         | login (address → user)
 * group                   | A#<account>#group         | <name, lower>          | A#<account>#group#age          | <id>                    | show, lists
 * iam-user                | A#<account>#iam-user      | <name, lower>          | A#<account>#iam-user#age       | <id>                    | every request, lists
 * IAM version             | A#<account>               | IAM                    |                                |                         | every request
 * invite                  | A#<account>#invite        | <invite>               | INVITE                         | <expires>               | accept, info, lists; invites schedule
 * settled invite          | A#<account>#settled       | <invite>               |                                |                         | accept, info
 * member                  | A#<account>#member        | <user>                 | U#<user>#accounts              | <account>               | every request of members; lists; GET /auth/me
 * MFA                     | MFA#<principal>           | MFA                    |                                |                         | logins with a code; GET …/me/mfa
 * operators               | PLATFORM                  | OPERATORS              |                                |                         | requests on /platform
 * password policy         | A#<account>               | PASSWORDS              |                                |                         | new passwords
 * pending login           | P#<token>                 | PENDING                |                                |                         | the login's second step
 * policy                  | A#<account>#policy        | <id>                   | A#<account>#policy#name        | <name>⇥<id>             | policy-cache misses, lists
 * unplaced events         | UNPLACED#<account>        | <id>                   | ACTIVITY[#<shard>]             | <at>#<account>          | activity schedule, activity stream
 * host's bell             | HOST#<host>               | BELL                   |                                |                         | anyone who has work for the host
 * webhook event           | NEWS#<event>              | NEWS                   | NEWS                           | <due>                   | webhooks schedule
 * delivery                | NEWS#<event>              | TO#<webhook>           | DELIVERY                       | <due>                   | webhooks schedule
 * delivered event         | A#<account>#delivered     | <webhook>#<event>      |                                |                         | POST …/redeliver
 * instance expiry         | EXPIRY#<instance>         | EXPIRY                 | EXPIRY                         | <due>                   | expiry schedule
 * end of the feed         | A#<account>               | FEED                   |                                |                         | activity schedule
 * activity event          | A#<account>#feed          | <event>                |                                |                         | GET /auth/activity
 * failure mail            | A#<account>#mailed        | <subject>              |                                |                         | placing the events of failures
 * end of a schedule       | SCHEDULES                 | <schedule>             |                                |                         | hosts schedule, for an alarm
 * pending mail            | MAIL#<mail>               | MAIL                   | MAIL                           | <due>                   | mail schedule, mail stream
 * outbox intent           | OUTBOX#<operation>        | INTENT                 | OUTBOX[#<shard>]               | <due>                   | outbox schedule
 * deadline                | OUTBOX#<operation>        | DEADLINE               | DEADLINE[#<shard>]             | <due>                   | deadlines schedule
 * quota                   | A#<account>#quota         | <name>                 |                                |                         | creations; GET /compute/quotas
 * scan position           | ROUND#<index>             | ROUND                  |                                |                         | scheduled tasks that scan an index
 * stored bytes            | A#<account>#stored        | <date>#<bucket>        |                                |                         | usage, metering
 * unique name             | A#<account>#unique        | <noun>#<value>         |                                |                         | creations
 * webhook                 | A#<account>#webhook       | <webhook>              |                                |                         | GET /auth/webhooks; deliveries
 * delivery log            | A#<account>#webhook       | <webhook>#LOG          |                                |                         | GET /auth/webhooks
 * failed attempts         | T#<who>                   | ATTEMPTS               |                                |                         | login
 * known address           | T#<who>                   | KNOWN                  |                                |                         | login
 * audit entry             | A#<account>#audit         | <log>                  |                                |                         | GET /auth/audit-logs
 * held replies            | R#<account>               | HELD                   |                                |                         | requests with Prefer: wait that are held
 * idempotency key         | I#<scope>                 | IDEM                   |                                |                         | keyed requests
 * rate window             | R#<who>                   | W#<second>             |                                |                         | every request
 * bucket key              | S3KEY#<accessKey>         | KEY                    | S3KEY-EXPIRY                   | <expires>               | S3 requests with it; buckets schedule
 * bucket                  | A#<account>#bucket        | <name, lower>          | A#<account>#bucket#age         | <id>                    | show, lists
 * bucket rules            | A#<account>#bucket-rules  | <name>#<kind>          |                                |                         | GET …/cors, …/lifecycle
 * bucket name             | BUCKET#<name>             | BUCKET                 | BUCKETS                        | <name>                  | creations; storage schedule
 * bucket work             | BUCKET#<name>             | WORK#<operation>       | BUCKET-WORK                    | <due>                   | buckets schedule
 * document bucket         | DOCUMENT-BUCKET           | <engine>               |                                |                         | making and showing documents
 */

export const shapes = {
  listed: (account: string, noun: string, id: string) => ({ pk: `A#${account}#${noun}`, sk: id }),
  invoice: (account: string, invoice: string) => ({ pk: `A#${account}#invoice`, sk: invoice }),
  invoiceSeries: (kind: string, year: string) => ({ pk: 'INVOICES', sk: `${kind}#${year}` }),
  document: (invoice: string) => ({ pk: `DOC#${invoice}`, sk: 'DOCUMENT' }),
  checkpoint: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'CHECKPOINT' }),
  difference: (account: string, what: string) => ({ pk: 'DIFFERENCES', sk: `${account}#${what}` }),
  mandate: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'MANDATE' }),
  metering: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'METERING' }),
  budget: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'BUDGET' }),
  spend: (account: string, month: string) => ({ pk: `A#${account}#wallet`, sk: `SPEND#${month}` }),
  mark: (account: string, resource: string, seq: number) => ({ pk: `A#${account}#wallet`, sk: `METER#${resource}#${seq}` }),
  meter: (account: string, resource: string) => ({ pk: `A#${account}#wallet`, sk: `METER#${resource}` }),
  order: (account: string, order: string) => ({ pk: `A#${account}#order`, sk: order }),
  gatewayOrder: (order: string) => ({ pk: `GATEWAY#${order}`, sk: 'ORDER' }),
  seenAtGateway: (what: string) => ({ pk: `GATEWAY#${what}`, sk: 'SEEN' }),
  refundCursor: () => ({ pk: 'GATEWAY#refunds', sk: 'CURSOR' }),
  subscription: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'SUBSCRIPTION' }),
  gatewayPlan: (keyId: string, plan: string) => ({ pk: `GATEWAY#${keyId}#${plan}`, sk: 'PLAN' }),
  tax: (account: string) => ({ pk: `A#${account}`, sk: 'TAX' }),
  wallet: (account: string) => ({ pk: `A#${account}#wallet`, sk: 'WALLET' }),
  ledger: (account: string, transaction: string) => ({ pk: `A#${account}#ledger`, sk: transaction }),
  usage: (account: string, transaction: string) => ({ pk: `A#${account}#usage`, sk: transaction }),
  posted: (account: string, source: string) => ({ pk: `A#${account}#posted`, sk: source }),
  hold: (account: string, operation: string) => ({ pk: `A#${account}#wallet`, sk: `HOLD#${operation}` }),
  addressBlock: (block: string) => ({ pk: `BLOCK#${block}`, sk: 'BLOCK' }),
  asgActivity: (account: string, asg: string, activity: string) => ({ pk: `A#${account}#activity`, sk: `${asg}#${activity}` }),
  asgAssignment: (asg: string) => ({ pk: `ASG#${asg}`, sk: 'ASG' }),
  autoscaleRule: (account: string, instance: string) => ({ pk: `A#${account}#autoscale`, sk: instance }),
  backup: (account: string, instance: string) => ({ pk: `A#${account}#backup`, sk: instance }),
  balancerAssignment: (host: string, balancer: string) => ({ pk: `HOST#${host}`, sk: `LB#${balancer}` }),
  consoleLog: (account: string, instance: string, slot: string) => ({ pk: `L#${account}#${instance}`, sk: slot }),
  hostOffer: (host: string) => ({ pk: `HOST#${host}`, sk: 'OFFER' }),
  hostBeat: (host: string) => ({ pk: `HOST#${host}`, sk: 'BEAT' }),
  poolHost: (pool: string, host: string) => ({ pk: `POOL#${pool}`, sk: `HOST#${host}` }),
  scopeHost: (scope: string, host: string) => ({ pk: `SCOPE#${scope}`, sk: `HOST#${host}` }),
  catalog: () => ({ pk: 'PLATFORM', sk: 'CATALOG' }),
  firewall: (account: string, instance: string) => ({ pk: `A#${account}#firewall`, sk: instance }),
  hostAccount: (host: string, account: string) => ({ pk: `HOST#${host}`, sk: `DISKS#${account}` }),
  hostConsole: (host: string, console: string) => ({ pk: `HOST#${host}`, sk: `CONSOLE#${console}` }),
  hostLoads: (host: string) => ({ pk: `HOST#${host}`, sk: 'LOADS' }),
  port: (host: string, port: number) => ({ pk: `HOST#${host}`, sk: `PORT#${port}` }),
  host: (host: string) => ({ pk: `HOST#${host}`, sk: 'HOST' }),
  imageCopy: (host: string, image: string) => ({ pk: `HOST#${host}`, sk: `COPY#${image}` }),
  userData: (account: string, instance: string) => ({ pk: `A#${account}#user-data`, sk: instance }),
  event: (account: string, instance: string, event: string) => ({ pk: `A#${account}#event`, sk: `${instance}#${event}` }),
  address: (vpc: string, address: string) => ({ pk: `VPC#${vpc}`, sk: `IP#${address}` }),
  job: (host: string, operation: string, step: string) => ({ pk: `HOST#${host}`, sk: `JOB#${operation}#${step}` }),
  joinToken: (id: string) => ({ pk: `JOIN#${id}`, sk: 'JOIN' }),
  metrics: (account: string, instance: string, step: number, start: number) => ({ pk: `M#${account}#${instance}`, sk: `${step}#${start}` }),
  movedMachine: (host: string, instance: string) => ({ pk: `HOST#${host}`, sk: `MOVED#${instance}` }),
  publicAddress: (pool: string, address: string) => ({ pk: `POOL#${pool}`, sk: `IP#${address}` }),
  removedHost: (host: string) => ({ pk: 'REMOVED', sk: host }),
  ticket: (hash: string) => ({ pk: `TICKET#${hash}`, sk: 'TICKET' }),
  vpcBlocks: (account: string) => ({ pk: `A#${account}#unique`, sk: 'vpc-blocks#all' }),
  accessKey: (accessKey: string) => ({ pk: `KEY#${accessKey}`, sk: 'KEY' }),
  account: (account: string) => ({ pk: `A#${account}`, sk: 'ACCOUNT' }),
  user: (user: string) => ({ pk: `U#${user}`, sk: 'USER' }),
  session: (session: string) => ({ pk: `S#${session}`, sk: 'SESSION' }),
  emailCode: (user: string) => ({ pk: `U#${user}`, sk: 'EMAIL-CODE' }),
  resetToken: (hash: string) => ({ pk: `RESET#${hash}`, sk: 'RESET' }),
  email: (address: string) => ({ pk: `EMAIL#${address}`, sk: 'EMAIL' }),
  group: (account: string, name: string) => ({ pk: `A#${account}#group`, sk: name.toLowerCase() }),
  iamUser: (account: string, name: string) => ({ pk: `A#${account}#iam-user`, sk: name.toLowerCase() }),
  iamVersion: (account: string) => ({ pk: `A#${account}`, sk: 'IAM' }),
  invite: (account: string, invite: string) => ({ pk: `A#${account}#invite`, sk: invite }),
  settledInvite: (account: string, invite: string) => ({ pk: `A#${account}#settled`, sk: invite }),
  member: (account: string, user: string) => ({ pk: `A#${account}#member`, sk: user }),
  mfa: (principal: string) => ({ pk: `MFA#${principal}`, sk: 'MFA' }),
  operators: () => ({ pk: 'PLATFORM', sk: 'OPERATORS' }),
  passwordPolicy: (account: string) => ({ pk: `A#${account}`, sk: 'PASSWORDS' }),
  pendingLogin: (token: string) => ({ pk: `P#${token}`, sk: 'PENDING' }),
  unplaced: (account: string, id: string) => ({ pk: `UNPLACED#${account}`, sk: id }),
  hostBell: (host: string) => ({ pk: `HOST#${host}`, sk: 'BELL' }),
  webhookEvent: (event: string) => ({ pk: `NEWS#${event}`, sk: 'NEWS' }),
  delivery: (event: string, webhook: string) => ({ pk: `NEWS#${event}`, sk: `TO#${webhook}` }),
  delivered: (account: string, webhook: string, event: string) => ({ pk: `A#${account}#delivered`, sk: `${webhook}#${event}` }),
  expiry: (instance: string) => ({ pk: `EXPIRY#${instance}`, sk: 'EXPIRY' }),
  feedEnd: (account: string) => ({ pk: `A#${account}`, sk: 'FEED' }),
  feed: (account: string, event: string) => ({ pk: `A#${account}#feed`, sk: event }),
  failureMail: (account: string, subject: string) => ({ pk: `A#${account}#mailed`, sk: subject }),
  finishedSchedule: (schedule: string) => ({ pk: 'SCHEDULES', sk: schedule }),
  mail: (mail: string) => ({ pk: `MAIL#${mail}`, sk: 'MAIL' }),
  intent: (operation: string) => ({ pk: `OUTBOX#${operation}`, sk: 'INTENT' }),
  deadline: (operation: string) => ({ pk: `OUTBOX#${operation}`, sk: 'DEADLINE' }),
  quota: (account: string, name: string) => ({ pk: `A#${account}#quota`, sk: name }),
  round: (index: string) => ({ pk: `ROUND#${index}`, sk: 'ROUND' }),
  stored: (account: string, date: string, bucket: string) => ({ pk: `A#${account}#stored`, sk: `${date}#${bucket}` }),
  unique: (account: string, noun: string, value: string) => ({ pk: `A#${account}#unique`, sk: `${noun}#${value}` }),
  webhook: (account: string, webhook: string) => ({ pk: `A#${account}#webhook`, sk: webhook }),
  deliveryLog: (account: string, webhook: string) => ({ pk: `A#${account}#webhook`, sk: `${webhook}#LOG` }),
  attempts: (who: string) => ({ pk: `T#${who}`, sk: 'ATTEMPTS' }),
  known: (who: string) => ({ pk: `T#${who}`, sk: 'KNOWN' }),
  audit: (account: string, log: string) => ({ pk: `A#${account}#audit`, sk: log }),
  heldReplies: (account: string) => ({ pk: `R#${account}`, sk: 'HELD' }),
  idempotency: (scope: string) => ({ pk: `I#${scope}`, sk: 'IDEM' }),
  rate: (who: string, second: number) => ({ pk: `R#${who}`, sk: `W#${second}` }),
  bucketKey: (accessKey: string) => ({ pk: `S3KEY#${accessKey}`, sk: 'KEY' }),
  bucket: (account: string, name: string) => ({ pk: `A#${account}#bucket`, sk: name.toLowerCase() }),
  bucketRules: (account: string, name: string, kind: string) => ({ pk: `A#${account}#bucket-rules`, sk: `${name}#${kind}` }),
  bucketName: (name: string) => ({ pk: `BUCKET#${name}`, sk: 'BUCKET' }),
  bucketWork: (name: string, operation: string) => ({ pk: `BUCKET#${name}`, sk: `WORK#${operation}` }),
  documentBucket: (engine: string) => ({ pk: 'DOCUMENT-BUCKET', sk: engine }),
};
