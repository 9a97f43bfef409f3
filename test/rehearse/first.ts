import type { Desk } from './desk.ts';
import type { Steps } from './steps.ts';

interface First {
  readonly steps: Steps;
  readonly desk: Desk;
  /** Deploys by the guide's command. */
  deploy(): Promise<string>;
}

/** A log group of the stack's, as somebody left one behind. */
const taken = '/aws/vendedlogs/svc-prod/access';

/** A first deployment that fails in the middle, is undone, and leaves nothing in the way of the next. */
export async function failFirst({ steps, desk, deploy }: First): Promise<void> {
  const tables = () => desk.run('aws dynamodb list-tables --query TableNames --output text');
  await steps.take('a first deployment fails in the middle', async () => {
    await desk.run(`aws logs create-log-group --log-group-name ${taken}`);
    const reason = await deploy().then(
      () => undefined,
      ({ message }: Error) => message,
    );
    if (reason === undefined) throw new Error('it did not');
    if (!(await tables()).includes('svc-prod')) throw new Error(`it failed before it made the table: ${reason}`);
  });
  await steps.take('it is undone, and no table stays in the way', async () => {
    // As CloudFormation does it: moto undoes nothing by itself, and deletes what RetainExceptOnCreate keeps otherwise.
    await desk.run('aws cloudformation delete-stack --stack-name svc-prod');
    await desk.run(`aws logs delete-log-group --log-group-name ${taken}`);
    const left = await tables();
    if (left.includes('svc-prod')) throw new Error(`it left ${left}`);
  });
}
