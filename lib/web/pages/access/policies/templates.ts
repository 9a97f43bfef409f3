/** Documents to begin with, by what they are for. */
export const templates: Readonly<Record<string, unknown>> = {
  'View machines, change nothing': {
    Version: '2026-11-01',
    Statement: [{ Sid: 'Look', Effect: 'Allow', Action: ['compute:List*', 'compute:Get*'], Resource: '*' }],
  },
  'Launch machines up to a price': {
    Version: '2026-11-01',
    Statement: [
      { Sid: 'Look', Effect: 'Allow', Action: ['compute:List*', 'compute:Get*'], Resource: '*' },
      {
        Sid: 'LaunchSmall',
        Effect: 'Allow',
        Action: 'compute:LaunchInstance',
        Resource: '*',
        Condition: { NumericLessThanEquals: { 'svc:PlanPriceMonthly': 2000 } },
      },
    ],
  },
  'Start and stop machines with a tag': {
    Version: '2026-11-01',
    Statement: [
      { Sid: 'Look', Effect: 'Allow', Action: ['compute:List*', 'compute:Get*'], Resource: '*' },
      {
        Sid: 'OnlyDev',
        Effect: 'Allow',
        Action: ['compute:StartInstance', 'compute:StopInstance', 'compute:RebootInstance'],
        Resource: '*',
        Condition: { StringEquals: { 'svc:Tag/env': 'dev' } },
      },
    ],
  },
  'Read and write objects': {
    Version: '2026-11-01',
    Statement: [
      {
        Sid: 'Objects',
        Effect: 'Allow',
        Action: ['storage:ListObjects', 'storage:GetObject', 'storage:PutObject'],
        Resource: '*',
      },
    ],
  },
  'Everything except terminating machines': {
    Version: '2026-11-01',
    Statement: [
      { Sid: 'Compute', Effect: 'Allow', Action: 'compute:*', Resource: '*' },
      { Sid: 'NeverTerminate', Effect: 'Deny', Action: 'compute:TerminateInstance', Resource: '*' },
    ],
  },
};

/** A document as it stands in the editor. */
export const textOf = (document: unknown): string => JSON.stringify(document, null, 2);
