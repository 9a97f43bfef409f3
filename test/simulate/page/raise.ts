import { bound, type Line, type Model, over, type Raise } from '#test/simulate/model/line.ts';
import { goal, raisedFor, sizeOf } from '#test/simulate/model/model.ts';
import { type Quota, sources } from '#test/simulate/model/parameters.ts';
import { raised } from '#test/simulate/model/raised.ts';
import { reservedIn } from '#test/simulate/model/runs.ts';
import { markdown, number, percent } from './text.ts';

/** What is to be raised, in words. */
export function raiseOf(raise: Raise): string {
  if (raise.group === 'nothing') return `nothing: ${raise.todo}`;
  const quota = quotaOf(raise);
  return quota ? `the quota ${titleOf(quota)}` : `the parameter ${raise.name}`;
}

const quotaOf = ({ group, name }: { group: 'param' | 'limit'; name: string }): Quota | undefined =>
  sources[group][name]?.quota;

const titleOf = ({ service, name, code }: Quota): string =>
  `${name} of \`${service}\`${code === undefined ? '' : `, \`${code}\``}`;

/** What a deployment raises: a table by size, and the commands for the largest. */
export function raises(model: Model): string {
  const sizes = raised.filter(({ param, limit }) => Object.keys({ ...param, ...limit }).length > 0);
  const broken = over(sizeOf(model, goal).lines);
  const largest = raisedFor(model, goal);
  const rows = (['param', 'limit'] as const).flatMap((group) =>
    Object.entries(sources[group]).flatMap(([name, { value, unit }]) => {
      const given = sizes.map((size) => size[group][name]);
      if (given.every((one) => one === undefined)) return [];
      const quota = quotaOf({ group, name });
      const causes = broken.filter(({ raise }) => raise.group === group && raise.name === name);
      return [
        [
          quota ? titleOf(quota) : `\`${name}\``,
          `${number(value)} ${unit}`,
          ...given.map((one) => (one === undefined ? '' : number(one))),
          causes.length > 0
            ? causes.map(needOf).join(', ')
            : `${number(reservedIn(largest))} that functions reserve, and 100`,
        ],
      ];
    }),
  );
  const head = ['what', 'default', ...sizes.map(({ machines }) => `up to ${number(machines)}`), 'for'];
  return [
    `With these values, no more than ${percent(bound)} of a limit is used. Names without a service are`,
    '[parameters](deploying.md#2-parameters) of the deployment, the others quotas of AWS. The last column says what needs',
    `it, with its peak at ${number(goal)} machines; a value is at least twice the peak. Concurrent executions are those`,
    'that functions reserve, and 100 at least that AWS keeps for all others.',
    '',
    markdown(head, rows),
    '',
    ...commands(),
  ].join('\n');
}

const needOf = ({ what, amount }: Line): string => `${what} ${number(amount)}`;

/** How the values of the largest size are asked for: quotas first, since a deployment reserves executions. */
function commands(): string[] {
  const { machines, param, limit } = raised.at(-1) ?? { machines: 0, param: {}, limit: {} };
  const quotas = Object.entries(limit).flatMap(([name, value]) => {
    const quota = quotaOf({ group: 'limit', name });
    return quota ? [[quota, value] as const] : [];
  });
  const values = Object.entries(param).map(([name, value]) => `--param ${name}=${value}`);
  return [
    `For ${number(machines)} machines, the quotas first, since the deployment reserves executions:`,
    '',
    '```text',
    ...quotas.flatMap(([quota, value]) => requested(quota, value)),
    'npx serverless deploy --stage prod --region ap-south-1 …the same parameters \\',
    `  ${values.join(' ')}`,
    '```',
    '',
    'The quota of Step Functions is looked up by its name. `npm run simulate -- 1000000` holds the region to these values;',
    'with `--param hostRate=500` or `--limit starts=150` after it, to others.',
  ];
}

function requested({ service, name, code }: Quota, value: number): string[] {
  const request = `aws service-quotas request-service-quota-increase --service-code ${service} --desired-value ${value} \\`;
  if (code !== undefined) return [request, `  --quota-code ${code}`];
  const query = `"Quotas[?QuotaName=='${name}'].QuotaCode"`;
  return [
    request,
    `  --quota-code "$(aws service-quotas list-service-quotas --service-code ${service} --output text \\`,
    `    --query ${query})"`,
  ];
}
