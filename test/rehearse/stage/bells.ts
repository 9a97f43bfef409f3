import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Statement } from '#lib/deploy/template.ts';
import { Bells } from '#lib/local/hosts/bells.ts';
import { type Deployed, idsOf, propertiesOf } from './deployed.ts';
import type { Lambda } from './functions.ts';

/** The stack's WebSocket API: the handshake by its function, and the connections for whoever may manage them. */
export class StageBells {
  readonly #bells: Bells;
  readonly #deployed: Deployed;
  readonly #path: string;
  /** How often a host was rung, and how many rings were refused to a role. */
  rung = 0;
  refused = 0;

  constructor(deployed: Deployed, lambda: Lambda) {
    this.#deployed = deployed;
    const [route = ''] = idsOf(deployed.template, 'AWS::ApiGatewayV2::Route');
    const { Target } = propertiesOf<{ Target: { 'Fn::Sub': string } }>(deployed.template, route);
    const [, integration = ''] = /\$\{(\w+)\}/.exec(Target['Fn::Sub']) ?? [];
    const { IntegrationUri } = propertiesOf<{ IntegrationUri: { 'Fn::Sub': string } }>(deployed.template, integration);
    const [, functionId = ''] = /\$\{(\w+)\.Arn\}/.exec(IntegrationUri['Fn::Sub']) ?? [];
    this.#path = `/${propertiesOf<{ StageName: string }>(deployed.template, 'HostBellStage').StageName}`;
    this.#bells = new Bells((event) => lambda.run(functionId, event));
  }

  /** How many connections are open. */
  get open(): number {
    return this.#bells.size;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split('?')[0] !== this.#path) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    void this.#bells.upgrade(request, socket, head);
  }

  answer({ method = '', url = '', headers }: IncomingMessage, body: Buffer, reply: ServerResponse): void {
    const [, role = ''] = /Credential=([^/]+)\//.exec(headers.authorization ?? '') ?? [];
    if (!this.#mayManage(role)) {
      this.refused += 1;
      return void reply.writeHead(403).end();
    }
    const status = this.#bells.asked(method, url.replace(`${this.#path}/`, '/'), body) ?? 403;
    if (method === 'POST' && status === 200) this.rung += 1;
    reply.writeHead(status).end();
  }

  /** Whether a role of the template may manage connections of this API. */
  #mayManage(role: string): boolean {
    const { Policies = [] } = propertiesOf<{ Policies?: { PolicyDocument: { Statement: Statement[] } }[] }>(
      this.#deployed.template,
      role,
    );
    return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).some(
      ({ Action, Resource }) =>
        [Action].flat().includes('execute-api:ManageConnections') && JSON.stringify(Resource).includes('${HostBell}'),
    );
  }

  close(): void {
    this.#bells.close();
  }
}
