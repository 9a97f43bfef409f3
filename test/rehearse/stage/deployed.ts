import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Template } from '#lib/deploy/template.ts';
import { awsJson, dynamodbAt } from '#lib/local/aws-json.ts';
import { unzip } from '#test/lib/deploy/unzip.ts';
import { prefix, signedFor } from './account.ts';
import { bellId } from './bell-name.ts';
import { type Made, resolved } from './resolve.ts';

/** The stack as it was deployed: its template, what was made of it, and where the code of each zip lies. */
export interface Deployed {
  readonly template: Template;
  readonly made: Made;
  /** A value of the template as the stack has it. */
  resolve(value: unknown): unknown;
  /** The folder with the code of a function, by its logical id. */
  folderOf(functionId: string): string;
}

/** Reads what the framework deployed from `service`, and makes what moto's CloudFormation cannot. */
export async function readDeployed(service: string, dir: string, moto: string): Promise<Deployed> {
  const file = join(service, '.serverless/cloudformation-template-update-stack.json');
  const template = JSON.parse(readFileSync(file, 'utf8')) as Template;
  const made = await namesOf(moto);
  for (const id of idsOf(template, 'AWS::SecretsManager::Secret')) {
    const { Name, Description } = template.Resources[id]?.Properties ?? {};
    made.set(id, await secretOf(moto, String(Name), Description));
  }
  made.set('HostBell', bellId);
  if (template.Resources.Table) made.set('Table.StreamArn', await cleanTable(template, moto));
  else namesOfOther(template, made);
  const resolve = (value: unknown) => resolved(value, template, made);
  const folders = await fetchCode(template, resolve, { moto, dir });
  return { template, made, resolve, folderOf: (id) => folders.get(keyOf(template, id)) ?? '' };
}

/** The ARN of a secret, which is made where it is not there. */
async function secretOf(moto: string, Name: string, Description: unknown): Promise<string> {
  const service = { endpoint: moto, service: 'secretsmanager', prefix: 'secretsmanager', version: '1.1' } as const;
  const made = await awsJson<{ ARN: string }>(service, 'CreateSecret', { Name, Description }).catch(() =>
    awsJson<{ ARN: string }>(service, 'DescribeSecret', { SecretId: Name }),
  );
  return made.ARN;
}

/** The names of a table that is not the stack's, where the template has them as they are. */
function namesOfOther({ Resources, Outputs }: Template, made: Map<string, string>): void {
  const readers = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping');
  made.set('Table.StreamArn', String(readers[0]?.Properties.EventSourceArn));
  made.set('Table', String((Outputs?.TableName as { Value?: string } | undefined)?.Value));
}

/** The properties of a resource of the template, as it has them. */
export const propertiesOf = <T>({ Resources }: Template, id: string): T => (Resources[id]?.Properties ?? {}) as T;

/** The logical ids of the resources of a type. */
export const idsOf = ({ Resources }: Template, type: string): string[] =>
  Object.keys(Resources).filter((id) => Resources[id]?.Type === type);

/** What CloudFormation made, by logical id. */
async function namesOf(moto: string): Promise<Map<string, string>> {
  const reply = await fetch(moto, {
    method: 'POST',
    headers: { ...signedFor('cloudformation'), 'content-type': 'application/x-www-form-urlencoded' },
    body: `Action=DescribeStackResources&StackName=${prefix}&Version=2010-05-15`,
  });
  const members = (await reply.text()).split('<member>').slice(1);
  const field = (text: string, name: string) => new RegExp(`<${name}>([^<]*)`).exec(text)?.[1] ?? '';
  return new Map(members.map((text) => [field(text, 'LogicalResourceId'), field(text, 'PhysicalResourceId')]));
}

/**
 * Makes the table anew from its template, and answers its stream's ARN: the readers that moto's CloudFormation gave the
 * first one want Docker, and swallow what they cannot deliver.
 */
async function cleanTable(template: Template, moto: string): Promise<string> {
  const table = dynamodbAt(moto);
  const { TableName, StreamSpecification, TimeToLiveSpecification, ...properties } =
    template.Resources.Table?.Properties ?? {};
  await awsJson(table, 'UpdateTable', { TableName, DeletionProtectionEnabled: false });
  await awsJson(table, 'DeleteTable', { TableName });
  const { PointInTimeRecoverySpecification, ...rest } = properties;
  const stream = { StreamEnabled: true, ...(StreamSpecification as object) };
  const input = { TableName, ...rest, StreamSpecification: stream };
  const { TableDescription } = await awsJson<{ TableDescription: { LatestStreamArn: string } }>(
    table,
    'CreateTable',
    input,
  );
  await awsJson(table, 'UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification });
  await awsJson(table, 'UpdateTimeToLive', { TableName, TimeToLiveSpecification });
  return TableDescription.LatestStreamArn;
}

const keyOf = (template: Template, id: string): string =>
  propertiesOf<{ Code: { S3Key: string } }>(template, id).Code.S3Key;

/** Fetches each zip from the bucket to which it was deployed, and unpacks it; answers the folders by the zips' keys. */
async function fetchCode(
  template: Template,
  resolve: (value: unknown) => unknown,
  { moto, dir }: { moto: string; dir: string },
): Promise<Map<string, string>> {
  const bucket = resolve({ Ref: 'ServerlessDeploymentBucket' });
  const keys = new Set(idsOf(template, 'AWS::Lambda::Function').map((id) => keyOf(template, id)));
  const folders = new Map<string, string>();
  for (const key of keys) {
    const reply = await fetch(`${moto}/${bucket}/${key}`, { headers: signedFor('s3') });
    if (reply.status !== 200) throw new Error(`${key} is not in the bucket ${bucket}: ${reply.status}`);
    const folder = join(dir, 'code', String(folders.size));
    const zip = join(dir, `${folders.size}.zip`);
    writeFileSync(zip, Buffer.from(await reply.arrayBuffer()));
    for (const [path, content] of unzip(zip)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    folders.set(key, folder);
  }
  return folders;
}
