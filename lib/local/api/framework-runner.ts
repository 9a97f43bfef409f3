import type { Framework } from '#lib/local/serverless.ts';
import type { RunFunction } from './api.ts';

/** What serverless-offline exports as its runner. */
interface Lambda {
  create(functions: { functionKey: string; functionDefinition: object }[]): void;
  /** An instance of the function that is idle. */
  get(key: string): { setEvent(event: object): void; runHandler(): Promise<unknown> };
}

/** Not a literal: the package has no types. */
const PACKAGE: string = 'serverless-offline/lambda';

/** Neither is used: its HTTP server is never started. */
const unused = { host: '127.0.0.1', lambdaPort: 0 };

/**
 * Runs the service's functions by serverless-offline's own runner, in this process and without its HTTP servers. Each
 * call that arrives while others run has an instance of its own.
 */
export async function frameworkRunner(framework: Framework): Promise<RunFunction> {
  const { default: OfflineLambda } = (await import(PACKAGE)) as {
    default: new (framework: Framework, options: object) => Lambda;
  };
  // A time limit would leave a timer with each call; route() and the front listener have deadlines of their own.
  const lambda = new OfflineLambda(framework, { ...unused, useInProcess: true, noTimeout: true });
  lambda.create(
    Object.entries(framework.service.functions).map(([functionKey, functionDefinition]) => ({
      functionKey,
      functionDefinition,
    })),
  );
  return (key, event) => {
    const instance = lambda.get(key);
    instance.setEvent(event);
    return instance.runHandler();
  };
}
