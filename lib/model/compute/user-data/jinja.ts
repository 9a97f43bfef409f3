import type { Unpacked } from './unpack.ts';

/**
 * The variables that user data may use about its machine: those of cloud-init's standardized instance data that exist
 * here.
 */
export interface InstanceData {
  readonly instance_id: string;
  readonly hostname: string;
  readonly region: string;
  readonly account_id: string;
  readonly image_id: string;
  readonly instance_type: string;
  readonly private_ip: string;
}

/** The names of the variables in templates. */
function variablesOf(data: InstanceData): Readonly<Record<string, string>> {
  const { instance_id, hostname, region, account_id, image_id, instance_type, private_ip } = data;
  const v1 = { instance_id, local_hostname: hostname, region, cloud_name: 'svc', platform: 'svc' };
  const meta = { instance_id, local_hostname: hostname, hostname, region, account_id, image_id, instance_type };
  const within = (prefix: string, values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
  return { ...v1, ...within('v1.', v1), ...within('ds.meta_data.', { ...meta, local_ipv4: private_ip }) };
}

/** An expression is a name, such as `v1.region` or `ds.meta_data['region']`, optionally with a default. */
const expression = /^([\w.\-"'\u{5B}\u{5D}]+)\s*(?:\|\s*default\(\s*(?:'([^']*)'|"([^"]*)")\s*\))?$/v;

const ends = { '{{': '}}', '{%': '%}', '{#': '#}' } as const;
type Begin = keyof typeof ends;

/**
 * Fills in a jinja template of instance data and removes its first line. It supports variables, `default` and comments.
 * The problem names anything else that the template uses. Reads each character once.
 */
export function rendered(template: string, data: InstanceData): Unpacked {
  const variables = variablesOf(data);
  const below = template.replace(/^.*\r?\n?/v, '');
  const out: string[] = [];
  let at = 0;
  for (const { index, 0: begin } of below.matchAll(/\{[\{%#]/gv)) {
    if (index < at) continue;
    const end = below.indexOf(ends[begin as Begin], index + 2);
    const whole = below.slice(index, end === -1 ? undefined : end + 2);
    const value = end === -1 ? undefined : valueOfTag(begin as Begin, whole.slice(2, -2).trim(), variables);
    if (value === undefined) return { problem: refusal(whole, variables) };
    out.push(below.slice(at, index), value);
    at = end + 2;
  }
  return { text: out.join('') + below.slice(at) };
}

function valueOfTag(begin: Begin, inner: string, variables: Readonly<Record<string, string>>): string | undefined {
  if (begin === '{#') return '';
  return begin === '{{' ? valueIn(inner, variables) : undefined;
}

const refusal = (whole: string, variables: object): string =>
  `jinja ${JSON.stringify(whole.slice(0, 64))}: must be a variable, with or without a default, or a comment (${known(variables)})`;

function valueIn(inner: string, variables: Readonly<Record<string, string>>): string | undefined {
  const [, name, one, other] = expression.exec(inner) ?? [];
  if (name === undefined) return undefined;
  const plain = name
    .replaceAll(/\[["']/gv, '.')
    .replaceAll(/["']\]/gv, '')
    .replaceAll('-', '_');
  return Object.hasOwn(variables, plain) ? variables[plain] : (one ?? other);
}

const known = (variables: object): string =>
  Object.keys(variables)
    .filter((name) => name.includes('.'))
    .join(', ');
