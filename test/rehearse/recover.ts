import { createHmac } from 'node:crypto';
import type { Walk } from './given.ts';

/** An event that concerns no order: the platform acknowledges it where the gateway has signed it. */
const event = JSON.stringify({
  event: 'payment.captured',
  payload: { payment: { entity: { id: 'pay_rehearsal', order_id: 'order_rehearsal' } } },
});

/** The commands of docs/deploying.md for keys of the payment gateway, and for a table that is to be restored. */
export async function recover({ steps, desk }: Walk): Promise<void> {
  const keys = { key_id: 'rzp_test_rehearsal', key_secret: 'of the rehearsal', webhook_secret: 'of its webhooks' };
  desk.names.set('gateway-keys …', `gateway-keys --secret-string '${JSON.stringify(keys)}'`);
  desk.names.set('--restore-date-time …', `--restore-date-time ${new Date().toISOString()}`);
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
  await steps.take('the table is restored beside itself, with its accounts, and backed up', async () => {
    await desk.follow(
      'aws dynamodb restore-table-to-point-in-time --source-table-name svc-prod --target-table-name svc-prod-restored --restore-date-time …',
    );
    const account = desk.names.get('482910337451') ?? '';
    const restored = await desk.run('aws dynamodb scan --table-name svc-prod-restored --output json');
    if (!restored.includes(account)) throw new Error(`account ${account} is not in the restored table`);
    await desk.run('aws dynamodb delete-table --table-name svc-prod-restored');
    await desk.follow('aws dynamodb create-backup', '--table-name svc-prod --backup-name before-the-import');
  });
}
