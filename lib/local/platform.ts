import type { Socket } from 'node:net';
import { join } from 'node:path';
import { environment, setting } from '#lib/model/platform/settings.ts';
import { webPolicy } from '#lib/web/bundle/serve.ts';
import type { Api } from './api/api.ts';
import { type DataDir, openDataDir } from './data/data-dir.ts';
import { leftOvers } from './data/left-overs.ts';
import { watchRoom } from './data/room.ts';
import type { FaultBook } from './dev/faults/book.ts';
import { type DevParts, type OwnUse, openDev } from './dev/open.ts';
import type { RequestLog } from './dev/requests/request-log.ts';
import { devRoutes } from './dev/routes.ts';
import { openDatabase } from './dynamodb/open.ts';
import { consoleSocket, functionEnvironment, insideSocket, sharedEnvironment } from './environment.ts';
import type { FirstCalls } from './first-calls.ts';
import { WAIT_MS } from './front/admit.ts';
import { type Front, startFront } from './front/server.ts';
import { calledAfter, type Functions } from './functions.ts';
import { openGateway } from './gateway/open.ts';
import type { Hosting } from './hosts/open.ts';
import { startAgent } from './hosts/start-agent.ts';
import { openEntrance } from './inside/entrance.ts';
import type { Log } from './log.ts';
import { deployMachines, type Machine } from './machines.ts';
import { type LocalMail, openMail } from './mailbox/open.ts';
import { controlOver } from './objects/control.ts';
import { type ObjectStorage, startObjectStorage } from './objects/start.ts';
import { WebConsole } from './pages/web.ts';
import type { Admit } from './s3/operations/operation.ts';
import { civilOffset } from './schedules/civil-offset.ts';
import { type ScheduleRunner, scheduleRunner } from './schedules/runner.ts';
import type { ScheduledTask } from './schedules/scheduled-task.ts';
import { type Settings, s3UrlOf } from './settings.ts';
import type { Gate } from './state/gate.ts';
import { keepStates, type Running, startFromState } from './states.ts';
import { stopInOrder } from './stops.ts';
import { openStream } from './stream/reader.ts';
import { otherWorkflows, settling, startWorkflows, type Workflows } from './workflows.ts';

/** What the platform runs, as read from serverless.yml and its folders. */
export interface Service extends OwnUse {
  readonly api: Api;
  /** `<service>-<stage>`, the prefix of deployed names. */
  readonly prefix: string;
  readonly functions: Functions;
  /** By it requests enter, as functions do, so that the state can be exchanged between them. */
  readonly gate: Gate;
  /** Which a fault may hold up. */
  readonly firstCalls: FirstCalls;
  readonly machines: readonly Machine[];
  readonly schedules: readonly ScheduledTask[];
  /** The host agent's program. Without it no machine can run. */
  readonly agentProgram: string | undefined;
  /** The host API, for the agent. */
  readonly hosting: Hosting;
}

/** The running platform. */
export interface Platform {
  /** Rejects with StartError when the host agent can never run here; otherwise never settles. */
  readonly agentRefused: Promise<never>;
  /** Settles once the host agent is at work; where there is none, at once. */
  readonly agentOpened: Promise<void>;
  readonly schedules: ScheduleRunner;
  /** The requests to the API; the caller has it begin. */
  readonly requests: RequestLog;
  /** The console; the caller has it built. */
  readonly web: WebConsole;
  /** The embedded DynamoDB's endpoint where every user of this machine can reach it. */
  readonly openEngine: string | undefined;
  /**
   * Stops everything in order: the front listener lets requests finish, then scheduled tasks, agent, workflows,
   * database.
   */
  stop(): Promise<void>;
}

const REQUESTS_FINISH_WITHIN_MS = 5_000;
/** Longer than a machine takes to start or stop. An advance of the clock does not wait longer for a workflow. */
const WORKFLOWS_SETTLE_WITHIN_MS = 60_000;

/**
 * Starts everything that AWS provides in the cloud, and sets this process's environment for the functions. Where a part
 * refuses to start, the parts before it are stopped.
 */
export async function startPlatform(settings: Settings, service: Service, log: Log): Promise<Platform> {
  const stops: (() => unknown)[] = [];
  const stop = () => stopInOrder(stops, log);
  try {
    const data = await openData(settings, stops, log);
    const { socketDir, noteChild } = leftOvers(data, stops);
    // Functions need the environment first. The engine of workflows calls them as soon as it starts, and so does the
    // agent.
    const ready = Promise.withResolvers<FaultBook>();
    const places = { settings, dataFile: data.file, socketDir };
    const around = { data, socketDir, log, onStart: noteChild, ready: ready.promise };
    const agent = await startAgent(service, sharedEnvironment(places), stops, around);
    const database = await openDatabase(settings, data, stops, { socketDir, keeping: { log, onStart: noteChild } });
    const functions = calledAfter(ready.promise, service.functions);
    const workflows = await openWorkflows(settings, data, stops, { socketDir, log, functions });
    const machines = await deployMachines(workflows.endpoint, service.prefix, service.machines);
    const gateway = await openGateway(settings, data, stops, { socketDir, log });
    const dev = await openDev(settings, { socketDir, database, service, stops });
    service.firstCalls.follow(dev.faults);
    const objects = await openObjects(settings, service, data, stops, { socketDir, log, faults: dev.faults });
    const variables = functionEnvironment({
      ...places,
      dynamodbEndpoint: database.endpoint,
      windowsEndpoint: dev.limits.windows,
      sfnEndpoint: workflows.endpoint,
      gatewayUrl: gateway.url,
      objects: objects?.socket,
    });
    Object.assign(environment(), variables, machines);
    ready.resolve(dev.faults);
    // It ends before what its calls need.
    if (agent) stops.push(() => agent.stop());
    await agent?.enrolled;
    const schedules = startSchedules(service.schedules, data, workflows, Object.values(machines), log);
    stops.push(() => schedules.close());
    const mail = await openStreamAndMail(service, variables, stops, log);
    const web = new WebConsole(webPolicy(service.objectKeys && s3UrlOf(settings)), log);
    stops.push(() => web.close());
    const parts = { web, data, service, workflows, gateway, objects, agent, schedules, mail, ...dev };
    const front = await openFront(settings, socketDir, service.api, parts);
    stops.push(() => front.close(REQUESTS_FINISH_WITHIN_MS));
    const entrance = await openEntrance(insideSocket(socketDir), { api: front.accept, s3: objects?.accept ?? cut });
    stops.push(() => entrance.close());
    const agentRefused = agent?.refused ?? new Promise<never>(() => undefined);
    const agentOpened = agent?.opened ?? Promise.resolve();
    return { agentRefused, agentOpened, schedules, requests: dev.requests, web, openEngine: database.openEngine, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const cut = (socket: Socket): void => void socket.destroy();

async function openData(settings: Settings, stops: (() => unknown)[], log: Log): Promise<DataDir> {
  const data = await openDataDir(settings.dataDir, `http://localhost:${settings.port}`);
  stops.push(() => data.release());
  stops.push(watchRoom(data.path, log));
  await startFromState(settings);
  return data;
}

/** Mail, documents and events are dealt with at once, not at the scheduled tasks' next run. */
async function openStreamAndMail(
  { functions, schedules }: Service,
  { SVC_STREAM_WAKEUP: path = '', SVC_MAILBOX_DIR: dir = '' }: Record<string, string>,
  stops: (() => unknown)[],
  log: Log,
): Promise<LocalMail> {
  const stream = await openStream(functions, path, log);
  const mail = openMail(schedules, dir, stream, log);
  stops.push(async () => {
    await stream.close();
    await mail.office.send();
  });
  return mail;
}

async function openObjects(
  settings: Settings,
  { api, objectKeys: lookup, gate }: Service,
  data: DataDir,
  stops: (() => unknown)[],
  { socketDir, log, faults }: { socketDir: string; log: Log; faults: FaultBook },
): Promise<ObjectStorage | undefined> {
  if (!lookup) return undefined;
  const clock = civilOffset(data.file('clock.json'));
  const dir = data.file('s3');
  const admit: Admit = (what, work) => gate.runWithin(WAIT_MS, what, 'request', work);
  const options = { settings, dir, lookup, control: controlOver(api), socketDir, clock, admit, log, faults };
  const storage = await startObjectStorage(options);
  stops.push(() => storage.close());
  return storage;
}

function startSchedules(
  list: readonly ScheduledTask[],
  data: DataDir,
  workflows: Workflows,
  arns: string[],
  log: Log,
): ScheduleRunner {
  return scheduleRunner({
    schedules: list,
    clock: civilOffset(data.file('clock.json')),
    log,
    settled: settling(() => workflows.running(arns), WORKFLOWS_SETTLE_WITHIN_MS),
  });
}

function openFront(
  settings: Settings,
  socketDir: string,
  api: Api,
  {
    data,
    mail,
    ...parts
  }: { data: DataDir; mail: LocalMail; web: WebConsole } & DevParts & Omit<Running, 'settings' | 'clock'>,
): Promise<Front> {
  const { port } = settings;
  const { gate } = parts.service;
  const clock = civilOffset(data.file('clock.json'));
  const further = Array.from({ length: setting('SVC_HOSTS') - 1 }, (_, at) => at + 2);
  const states = keepStates({ ...parts, settings, clock });
  const dev = devRoutes({ ...parts, clock, mail, states, baseUrl: `http://localhost:${port}` });
  return startFront({
    port,
    api,
    consoleSockets: [consoleSocket(socketDir), ...further.map((number) => consoleSocket(socketDir, number))],
    dev,
    gate,
    requests: parts.requests,
  });
}

async function openWorkflows(
  settings: Settings,
  data: DataDir,
  stops: (() => unknown)[],
  { socketDir, log, functions }: { socketDir: string; log: Log; functions: Functions },
): Promise<Workflows> {
  const workflows = await startWorkflows({
    dir: data.file('stepfunctions'),
    functions,
    log,
    other: otherWorkflows(settings),
    socketPath: join(socketDir, 'workflows'),
  });
  stops.push(() => workflows.close());
  return workflows;
}
