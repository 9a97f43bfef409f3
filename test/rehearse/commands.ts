/** The guide's command that deploys. */
export const deploys =
  'npx serverless deploy --stage prod --region ap-south-1 --param domain=api.example.in --param hostsDomain=hosts.example.in --param certificateArn=arn:aws:acm:ap-south-1:123456789012:certificate/4f1e… --param vmDomain=vm.example.in --param mailFrom="Svc <no-reply@example.in>" --param alarmEmail=ops@example.in';

/** The commands of the guides that a rehearsal runs, as they stand there. */
export const rehearsed = [
  'npm run package -- --stage prod --region ap-south-1',
  deploys,
  'AWS_REGION=ap-south-1 npm run operator -- asha@example.in --stage prod',
  'svc context add prod --at https://api.example.in',
  'svc context use prod',
  'svc login asha@example.in',
  'svc platform create-join-token',
  'svc platform list-hosts',
  'curl -sf https://api.example.in/healthz',
  'npm run smoke -- https://api.example.in --email meera@example.in --launch',
  'svc ssh-key import laptop --public-key @~/.ssh/id_ed25519.pub',
  'svc instance launch first --instance-type s1-nano --image debian-12 --ssh-key laptop',
  'svc ssh first',
  'npm run operator -- asha@example.in --stage prod',
  'npm run operator -- --list --stage prod',
  'npm run operator -- --remove asha@example.in --stage prod',
  'npm run operator -- check-records --stage prod',
  'svc platform get-host',
  'svc platform drain-host host-4k2mq8x1c7vd',
  'svc platform resume-host host-4k2mq8x1c7vd',
  'svc platform fence-host host-4k2mq8x1c7vd',
  'svc platform delete-host host-4k2mq8x1c7vd',
  'svc platform list-accounts --q asha@example.in',
  'svc platform credit-account 482910337451 --amount-paise 100000 --reason "outage of 14 November"',
  'svc platform set-account-quotas 482910337451 --instances 100',
  'svc platform block-account 482910337451 --reason "abuse report 1182"',
  'svc platform unblock-account 482910337451',
  'svc platform list-ledger-differences',
  'svc platform list-operations',
  'svc platform list-audit-logs --month 2026-11',
  'aws dynamodb restore-table-to-point-in-time --source-table-name svc-prod --target-table-name svc-prod-restored --restore-date-time …',
  'aws dynamodb wait table-exists --table-name svc-prod-restored',
  'npx serverless deploy --stage prod …the same parameters --param tableName=svc-prod-restored',
  'aws secretsmanager put-secret-value --secret-id svc-prod/gateway-keys …',
] as const;

/** Those that it does not run, and why. */
export const notRehearsed: Readonly<Record<string, string>> = {
  'npm ci': 'it fetches packages, and a rehearsal reaches nothing but itself; the checkout has them',
  'export PATH=$PWD/node_modules/.bin:$PATH': 'the rehearsal has the command line on its path',
  'aws acm list-certificates': 'the rehearsal has no certificate in ACM; the template names one',
  'svc register': 'it is named as a way, without its parameters',
  'npm run rehearse': 'it is this',
  'svc-host status -o json': 'no host joins the rehearsal; test/deep/svc-hosts-lost.test.ts has some',
  'npm run smoke': 'it stands for the command with an address, which is run',
  'aws configure': 'it asks for the credentials of a real account',
  "aws cloudformation describe-stacks --stack-name svc-prod --query 'Stacks[0].Outputs'":
    'moto has no values for the outputs of the APIs',
  'git checkout v0.2.1 && npm ci && npx serverless deploy --stage prod …the same parameters':
    'it needs two releases, and packages from a registry',
  'git checkout v0.2.0 && npm ci && npx serverless deploy --stage prod …the same parameters':
    'it needs two releases, and packages from a registry',
  'aws cloudformation continue-update-rollback --stack-name svc-prod': 'moto undoes nothing',
  'aws dynamodb wait': 'it stands for the command with a table, which is run',
  'aws dynamodb list-backups --backup-type SYSTEM': 'moto makes no last backup of a table that is deleted',
  'aws dynamodb restore-table-from-backup --target-table-name svc-prod-restored --backup-arn …':
    'moto makes no last backup of a table that is deleted',
  'aws lambda list-functions --query "Functions[?starts_with(FunctionName,\'svc-prod-\')].FunctionName" --output text | xargs -n 1 -P 8 aws lambda put-function-concurrency --reserved-concurrent-executions 0 --function-name':
    'the rehearsal runs the functions itself, whatever concurrency moto keeps',
  'aws lambda delete-function-concurrency --function-name …': 'it undoes the one before',
  'aws secretsmanager get-secret-value --secret-id svc-prod/sealing-keys --query SecretString --output text > keys.json':
    'it waits ten minutes between its two steps',
  "node -p \"JSON.stringify({ id: crypto.randomBytes(6).toString('hex'), key: crypto.randomBytes(32).toString('base64url') })\"":
    'it makes a sealing key, which the rehearsal does not rotate',
  'aws secretsmanager put-secret-value --secret-id svc-prod/sealing-keys --secret-string file://keys.json':
    'it waits ten minutes between its two steps',
  'svc ssh': 'it stands for the command with a name, which is run',
  'svc platform resume-host': 'it stands for the command with an id, which is run',
  'aws apigatewayv2 get-routes': 'moto’s CloudFormation makes no APIs',
  'aws scheduler list-schedules': 'moto’s CloudFormation makes no schedules',
  'npx serverless remove --stage prod':
    'moto does not know RetainExceptOnCreate, and may not delete the table, which is protected',
  'svc platform …': 'it stands for all of them',
  'svc platform remove-host-address': 'the rehearsed host has no address pool',
};
