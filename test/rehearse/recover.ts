import { createHmac } from 'node:crypto';
import { eventually } from '#test/support/vitest/eventually.ts';
import type { Walk } from './given.ts';

/** An event that concerns no order: the platform acknowledges it where the gateway has signed it. */
const event = JSON.stringify({
  event: 'payment.captured',
  payload: { payment: { entity: { id: 'pay_rehearsal', order_id: 'order_rehearsal' } } },
});

/** The commands of docs/deploying.md for keys of the payment gateway. */
export async function recover({ steps, desk }: Walk): Promise<void> {
  const keys = { key_id: 'rzp_test_rehearsal', key_secret: 'of the rehearsal', webhook_secret: 'of its webhooks' };
  desk.names.set('gateway-keys …', `gateway-keys --secret-string '${JSON.stringify(keys)}'`);
  await steps.take("the payment gateway's keys are put into their secret, and its webhooks count", async () => {
    await desk.follow('aws secretsmanager put-secret-value --secret-id svc-prod/gateway-keys …');
    const answered = async (secret: string) => {
      const signature = createHmac('sha256', secret).update(event).digest('hex');
      const headers = `-H 'content-type: application/json' -H 'x-razorpay-signature: ${signature}'`;
      const address = 'https://api.example.in/auth/billing/webhooks/razorpay';
      return desk.run(`curl -s -o /dev/null -w '%{http_code}' ${headers} --data-binary @- ${address}`, event);
    };
    const forged = await answered('another secret');
    if (forged !== '401') throw new Error(`a forged webhook is answered ${forged}`);
    const signed = await answered(keys.webhook_secret);
    if (signed !== '200') throw new Error(`the gateway’s own is answered ${signed}`);
  });
}

/** The table is restored, and one deployment has the stack use it, while a machine runs. */
export async function restore({ steps, desk, redeploy, own }: Walk): Promise<void> {
  const accounts = async () => {
    const { accounts } = await desk.json('svc platform list-accounts');
    return (accounts as { account_id: string }[]).map(({ account_id }) => account_id).join();
  };
  const before = await accounts();
  desk.names.set('--restore-date-time …', `--restore-date-time ${new Date().toISOString()}`);
  await steps.take('restored: from the stop of what writes until the API answers', async () => {
    await redeploy(async () => {
      await desk.follow(
        'aws dynamodb restore-table-to-point-in-time --source-table-name svc-prod --target-table-name svc-prod-restored --restore-date-time …',
      );
      await desk.follow('aws dynamodb wait table-exists --table-name svc-prod-restored');
      // moto deletes what leaves a stack, whatever its policy says, and refuses to where it is protected.
      await desk.run('aws dynamodb update-table --table-name svc-prod --no-deletion-protection-enabled');
      await desk.follow(
        'npx serverless deploy --stage prod …the same parameters --param tableName=svc-prod-restored',
        own,
      );
    });
    await eventually(() => desk.run('curl -sf https://api.example.in/healthz').then(Boolean, () => false));
  });
  await steps.take('the restored table has the accounts, and is protected and backed up', async () => {
    const after = await accounts();
    if (after !== before) throw new Error(`${before}\nbecame\n${after}`);
    const described = JSON.parse(await desk.run('aws dynamodb describe-table --table-name svc-prod-restored'));
    if (described.Table.DeletionProtectionEnabled !== true) throw new Error('it is not protected');
    const backups = await desk.run('aws dynamodb describe-continuous-backups --table-name svc-prod-restored');
    if (!/"PointInTimeRecoveryStatus": "ENABLED"/.test(backups)) throw new Error(backups);
  });
  await steps.take('the machine ran on, and its stop and start are written to it', async () => {
    await desk.run('svc ssh first -- true');
    await desk.run('svc instance stop first');
    await desk.run('svc instance start first');
  });
}
