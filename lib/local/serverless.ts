import { SIGNATURE_HEADER, TARGET_HEADER, verifyTarget } from './front/target.ts';
import type { FunctionDefinition } from './functions.ts';
import type { ScheduledFunction } from './schedules/scheduled.ts';

type FrameworkFunction = Omit<FunctionDefinition, 'timeout'> &
  ScheduledFunction & { timeout?: number; environment?: unknown };

/** As much of the framework as the plugin touches. */
export interface Framework {
  readonly serviceDir: string;
  readonly processedInput: { readonly commands: readonly string[] };
  readonly pluginManager: { readonly plugins: readonly object[] };
  readonly service: {
    readonly service: string;
    readonly functions: Record<string, FrameworkFunction>;
    /** `svc.agent`: the host agent's program, by its path in the service. */
    readonly custom?: { readonly svc?: { readonly agent?: string; readonly objectKeys?: string } };
    readonly provider: { readonly stage: string; readonly timeout?: number; environment?: object };
  };
}

/** The framework's log writers for a plugin. */
export interface Writers {
  readonly log: { readonly notice: { readonly levelRoot?: { disable(): unknown } } };
}

/** Hides the framework's notices; its warnings and errors stay. */
export function muteFramework(writers: Writers | undefined): void {
  writers?.log.notice.levelRoot?.disable();
}

const consoleLog = console.log;

/** serverless-offline prints its list of routes past the framework's log. */
export function muteConsole(muted: boolean): void {
  console.log = muted ? () => undefined : consoleLog;
}

/** serverless-offline's options: functions in this process, and its servers on unix sockets, where no browser and no other user can reach them. */
export function offlineOptions(socketPath: string): Record<string, unknown> {
  return {
    host: '127.0.0.1',
    httpPort: socketPath,
    lambdaPort: `${socketPath}-lambda`,
    useInProcess: true,
    // Each call would leave a timer behind; route() has a deadline of its own, and so has the front listener.
    noTimeout: true,
    noPrependStageInUrl: true,
    noSponsor: true,
    disableCookieValidation: true,
    localEnvironment: true,
  };
}

interface HapiRequest {
  readonly headers: Record<string, string>;
  readonly info: { acceptEncoding: string };
  /** An error has no charset to set. */
  readonly response: { charset?(value: string): void };
}

interface HapiToolkit {
  readonly continue: symbol;
  response(body: object): { code(status: number): { takeover(): unknown } };
}

interface HapiServer {
  readonly listener: { keepAliveTimeout: number; requestTimeout: number; headersTimeout: number };
  ext(event: 'onRequest' | 'onPreResponse', handle: (request: HapiRequest, h: HapiToolkit) => unknown): void;
}

/** What the HTTP server in between would act on by itself; functions read these from the raw headers and still see them. */
const actedOn = ['origin', 'if-none-match', 'if-modified-since', 'range', 'if-range', 'accept-encoding'];

/** The one type of body that it hands on as bytes; of all else it makes text, and of JSON values. */
const asBytes = 'multipart/form-data; boundary=-';

/**
 * Makes serverless-offline's HTTP server leave requests alone (no CORS, no 304, no ranges, no compression, no judgement of
 * bodies), keep its connections to the front listener, and refuse what that one did not sign.
 */
export function prepareOffline({ pluginManager }: Framework, targetKey: string): void {
  const offline = pluginManager.plugins.find((plugin) => plugin.constructor.name === 'ServerlessOffline') as
    | { internals(): { getApiGatewayServer(): HapiServer } }
    | undefined;
  if (!offline) throw new Error('serverless-offline is not among the plugins of serverless.yml');
  const server = offline.internals().getApiGatewayServer();
  Object.assign(server.listener, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  server.ext('onRequest', (request, h) => {
    const { [TARGET_HEADER]: target = '', [SIGNATURE_HEADER]: signature = '' } = request.headers;
    if (!verifyTarget(target, signature, targetKey)) {
      return h.response({ error: 'this is for the front listener alone' }).code(403).takeover();
    }
    for (const name of actedOn) delete request.headers[name];
    request.headers['content-type'] = asBytes;
    request.info.acceptEncoding = 'identity';
    return h.continue;
  });
  server.ext('onPreResponse', (request, h) => {
    request.response.charset?.('');
    return h.continue;
  });
}
