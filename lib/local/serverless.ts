import { SIGNATURE_HEADER, TARGET_HEADER, verifyTarget } from './front/target.ts';
import type { FunctionDefinition } from './functions.ts';
import type { ScheduledFunction } from './schedules/scheduled.ts';

type FrameworkFunction = Omit<FunctionDefinition, 'timeout'> &
  ScheduledFunction & { timeout?: number; environment?: unknown };

/** The parts of the framework that the plugin uses. */
export interface Framework {
  readonly serviceDir: string;
  readonly processedInput: { readonly commands: readonly string[] };
  readonly pluginManager: { readonly plugins: readonly object[] };
  readonly service: {
    readonly service: string;
    readonly functions: Record<string, FrameworkFunction>;
    /** `svc.agent`: the path of the host agent's program in the service. */
    readonly custom?: { readonly svc?: { readonly agent?: string; readonly objectKeys?: string } };
    readonly provider: { readonly stage: string; readonly timeout?: number; environment?: object };
  };
}

/** The framework's log functions for a plugin. */
export interface Writers {
  readonly log: { readonly notice: { readonly levelRoot?: { disable(): unknown } } };
}

/** Hides the framework's notices; its warnings and errors are shown. */
export function muteFramework(writers: Writers | undefined): void {
  writers?.log.notice.levelRoot?.disable();
}

const consoleLog = console.log;

/** serverless-offline prints its list of routes without the framework's log. */
export function muteConsole(muted: boolean): void {
  console.log = muted ? () => undefined : consoleLog;
}

/**
 * serverless-offline's options: functions run in this process, and its servers listen on unix sockets that browsers and
 * other users cannot reach.
 */
export function offlineOptions(socketPath: string): Record<string, unknown> {
  return {
    host: '127.0.0.1',
    httpPort: socketPath,
    lambdaPort: `${socketPath}-lambda`,
    useInProcess: true,
    // Each call would leave a timer; route() and the front listener have deadlines of their own.
    noTimeout: true,
    noPrependStageInUrl: true,
    noSponsor: true,
    disableCookieValidation: true,
  };
}

interface HapiRequest {
  readonly headers: Record<string, string>;
  readonly info: { acceptEncoding: string };
  /** An error has no charset. */
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

/** Headers on which the HTTP server in between would act. Functions read them from the raw headers. */
const actedOn = ['origin', 'if-none-match', 'if-modified-since', 'range', 'if-range', 'accept-encoding'];

/** The one media type whose body it passes on as bytes; others become text or JSON values. */
const asBytes = 'multipart/form-data; boundary=-';

/**
 * Makes serverless-offline's HTTP server pass requests on unchanged (no CORS, no 304, no ranges, no compression, no
 * checks of bodies), keep its connections to the front listener, and refuse requests that the front listener did not
 * sign.
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
