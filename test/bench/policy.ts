import { compilePolicy } from '#lib/domain/identity/iam/policy/compile.ts';
import { evaluate } from '#lib/domain/identity/iam/policy/evaluate.ts';
import { policyDocument } from '#lib/model/identity/policy/document.ts';

const account = '482910337451';
const kinds = ['instance', 'volume', 'snapshot', 'elastic-ip', 'vpc', 'load-balancer', 'ssh-key', 'asg'];

/** 17 statements: two for each kind of resource, and a Deny; the request is decided by the last that is looked at. */
const document = policyDocument.parse({
  Version: '2026-11-01',
  Statement: [
    {
      Effect: 'Deny',
      Action: 'compute:Terminate*',
      Resource: '*',
      Condition: { Bool: { 'svc:MfaPresent': false }, NotIpAddress: { 'svc:SourceIp': ['203.0.113.0/24'] } },
    },
    ...kinds.toReversed().flatMap((kind) => [
      {
        Effect: 'Allow',
        Action: ['compute:List*', 'compute:Get*'],
        Resource: `srn:compute:in-mum:${account}:${kind}/*`,
      },
      {
        Effect: 'Allow',
        Action: ['compute:*Instance', 'compute:Update*', 'compute:Delete*'],
        Resource: `srn:compute:in-mum:${account}:${kind}/*`,
        Condition: {
          StringLike: { 'svc:Tag/env': ['dev-*', 'test'] },
          IpAddress: { 'svc:SourceIp': '203.0.113.0/24' },
        },
      },
    ]),
  ],
});

/**
 * Evaluations a second on one core: 17 statements with wildcards and conditions, compiled once. The last one decides.
 */
export function benchPolicy(seconds = 1): { name: string; perSecond: number } {
  const policies = [compilePolicy('pol-bench', document)];
  const context = { 'svc:SourceIp': '203.0.113.7', 'svc:MfaPresent': true, 'svc:Tag/env': 'dev-1' };
  const resource = `srn:compute:in-mum:${account}:instance/i-01kanx7m3v5q8w2c4d6f7g9h1j`;
  const ask = () => {
    const { decision } = evaluate(policies, { action: 'compute:TerminateInstance', resource, context });
    if (decision !== 'allowed') throw new Error(`the request is ${decision}`);
  };
  for (let i = 0; i < 5000; i++) ask();
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < seconds * 1000) {
    for (let i = 0; i < 100; i++) ask();
    done += 100;
  }
  return {
    name: 'policy evaluations (17 statements)',
    perSecond: Math.round((done * 1000) / (performance.now() - started)),
  };
}

if (import.meta.main) console.log(benchPolicy());
