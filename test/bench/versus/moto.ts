import { type MotoServer, startMotoServer } from '#test/bench/local/moto.ts';
import { type Asked, RawClient, type Wire, wire } from './raw.ts';
import { once, orStop, type Side } from './sides.ts';

/** Moto looks at the scope only: it finds service and region there, and takes any signature. Each list has a region. */
const regions = { 18: 'ap-south-1', 200: 'eu-west-1', 1000: 'us-east-1' } as const;

type Size = keyof typeof regions;

/** Moto with as many instances as the lists need, and how it launches another. */
export interface Moto extends Side {
  /** Milliseconds of a launch of one instance, which is terminated afterwards. */
  launch(client: RawClient): Promise<number>;
  readonly pid: number;
  readonly readyMs: number;
}

/** Starts moto's server and launches 18, 200 and 1,000 instances there; undefined where moto is not installed. */
export async function startMoto(sizes: readonly Size[] = [18, 200, 1000]): Promise<Moto | undefined> {
  const server = await startMotoServer();
  return server && orStop(fill(server, sizes), server);
}

async function fill(server: MotoServer, sizes: readonly Size[]): Promise<Moto> {
  const { url: base } = server;
  const client = new RawClient(base);
  const query = (action: string, region: string = regions[18], service = 'ec2') =>
    wire(base, queryOf(action, region, service));
  const ids = new Map<Size, string>();
  const run = async (count: number, region: string) => {
    const image = await textOf(client, query('DescribeImages&Owner.1=amazon', region), 'imageId');
    const what = `RunInstances&ImageId=${image}&InstanceType=t3.micro&MinCount=${count}&MaxCount=${count}`;
    return query(what, region);
  };
  for (const size of sizes) ids.set(size, await textOf(client, await run(size, regions[size]), 'instanceId'));
  const one = await run(1, 'eu-central-1');
  const [id] = [ids.get(18) ?? ''];
  const list = (size: Size) => () => once(query('DescribeInstances', regions[size]));
  return {
    name: 'moto',
    base,
    acts: {
      show: () => once(query(`DescribeInstances&InstanceId.1=${id}`)),
      list18: list(18),
      list200: list(200),
      list1000: list(1000),
      patch: (round) => once(query(`CreateTags&ResourceId.1=${id}&Tag.1.Key=Name&Tag.1.Value=web-${round}`)),
      nowhere: () => once(wire(base, { path: '/nothing/here' }), 404),
    },
    async launch(by) {
      const { status, body, ms } = await by.ask(one);
      if (status !== 200) throw new Error(`moto answered a launch with ${status}`);
      const launched = elementOf(body.toString(), 'instanceId');
      await by.time(query(`TerminateInstances&InstanceId.1=${launched}`, 'eu-central-1'));
      return ms;
    },
    pid: server.pid,
    readyMs: server.readyMs,
    async stop() {
      client.close();
      await server.stop();
    },
  };
}

function queryOf(action: string, region: string, service: string): Asked {
  const scope = `20261121/${region}/${service}/aws4_request`;
  return {
    method: 'POST',
    path: '/',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=bench/${scope}, SignedHeaders=host, Signature=0`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `Action=${action}&Version=2016-11-15`,
  };
}

async function textOf(client: RawClient, request: Wire, element: string): Promise<string> {
  const { status, body } = await client.ask(request);
  if (status !== 200) throw new Error(`moto answered ${status}: ${body.subarray(0, 300)}`);
  return elementOf(body.toString(), element);
}

function elementOf(text: string, element: string): string {
  const value = new RegExp(`<${element}>([^<]+)<`).exec(text)?.[1];
  if (!value) throw new Error(`moto: no ${element}: ${text.slice(0, 300)}`);
  return value;
}
