/*
 * Prints the configuration of the public suite ceph/s3-tests for a running platform: three new accounts, each with an
 * IAM user who has StorageFullAccess and an access key. lib/local/s3/README.md has the command.
 */

const [api = 'http://localhost:3000', s3 = 'http://localhost:9000'] = process.argv.slice(2);

interface TestUser {
  account: string;
  email: string;
  accessKeyId: string;
  secretKey: string;
  region: string;
}

async function call<Reply>(path: string, token?: string, body?: object): Promise<Reply> {
  const response = await fetch(`${api}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Reply;
}

async function newUser(username: string): Promise<TestUser> {
  const email = `s3-tests-${username}-${Date.now()}@example.com`;
  const owner = { email, password: 'a long passphrase' };
  const { access_token: token } = await call<{ access_token: string }>('/auth/register', undefined, owner);
  const { messages } = await call<{ messages: { subject: string }[] }>(`/dev/outbox?to=${email}&limit=1`);
  await call('/auth/verify-email', token, { code: messages[0]?.subject.slice(0, 6) });
  const wanted = { username, policy_ids: ['StorageFullAccess'] };
  const { account_id: account } = await call<{ account_id: string }>('/auth/iam/users', token, wanted);
  const path = `/auth/iam/users/${username}/access-keys`;
  const key = await call<{ access_key_id: string; secret_key: string }>(path, token, {});
  const { endpoints } = await call<{ endpoints: { region: string }[] }>('/storage/endpoints', token);
  const region = endpoints[0]?.region ?? '';
  return { account, email, accessKeyId: key.access_key_id, secretKey: key.secret_key, region };
}

/** The owner of a bucket is shown as its account, by id and by name. */
const section = (title: string, { account, email, accessKeyId, secretKey, region }: TestUser): string => `[${title}]
display_name = ${account}
user_id = ${account}
email = ${email}
access_key = ${accessKeyId}
secret_key = ${secretKey}
tenant = ${account}
api_name = ${region}
`;

const { hostname, port, protocol } = new URL(s3);
const [main, alt, tenant] = [await newUser('main'), await newUser('alt'), await newUser('tenant')];
const sections = {
  's3 main': main,
  's3 alt': alt,
  's3 tenant': tenant,
  iam: main,
  'iam root': main,
  'iam alt root': alt,
};
process.stdout.write(`[DEFAULT]
host = ${hostname}
port = ${port}
is_secure = ${protocol === 'https:'}
ssl_verify = False
[fixtures]
bucket prefix = s3tests-{random}-
${Object.entries(sections)
  .map(([title, user]) => section(title, user))
  .join('')}`);
