import * as z from 'zod';
import { closeCodes } from './console.ts';
import { hostKey } from './host-call.ts';
import { machineSpec } from './host-descriptions.ts';
import {
  assignedBalancer,
  balancerReport,
  browserHandshake,
  browserRefusal,
  consoleOrigins,
  epochField as epoch,
  hostOffer,
  hostStart,
  hostStarted,
  hostState,
  jobName,
  logPart,
  machineReport,
  openedConsole,
  reportedOutcome,
} from './host-messages.ts';
import { machineLoads, sampleBatch, samplesAtMost } from './host-usage.ts';
import { hostJob } from './job.ts';

/*
 * The host API: the requests of a host's agent to the control plane (contract 4.13).
 * lib/generated/host-api.json.
 */

const text = (most: number) => z.string().max(most);
const nothing = z.object({});

/** The query of a GET: the epoch of the agent's start. */
const asked = z.strictObject({ epoch: z.coerce.number().int().min(1) });

const closeCode = z.int().min(1000).max(4999);

const route = <Path extends string, Body extends z.ZodType, Reply extends z.ZodType>(
  method: 'GET' | 'POST',
  path: Path,
  body: Body,
  reply: Reply,
) => ({ method, path, body, reply });

const only = z.strictObject({ epoch });

/** Every route with its address, body and reply. The body of a GET is its query. */
export const hostApi = {
  joinHosts: route(
    'POST',
    '/hosts/join',
    z.strictObject({ join_token: text(256), public_key: hostKey }),
    z.object({ host_id: z.string(), audience: z.string() }),
  ),
  startHost: route('POST', '/hosts/self/start', hostStart, hostStarted),
  beatHost: route(
    'POST',
    '/hosts/self/heartbeat',
    z.strictObject({
      epoch,
      offer_hash: text(64).optional(),
      offer: hostOffer.optional(),
      jobs: z.array(jobName.strict()).max(1000),
      /** Only where the last reply wanted them: a control plane of an earlier version refuses them. */
      loads: machineLoads.optional(),
    }),
    z.object({
      state: hostState,
      now: z.string(),
      gone: z.array(jobName),
      offer_wanted: z.boolean(),
      loads_wanted: z.boolean().default(false),
      console_origins: consoleOrigins,
    }),
  ),
  listHostJobs: route(
    'GET',
    '/hosts/self/jobs',
    asked,
    z.object({ jobs: z.array(hostJob), refused: z.array(jobName.extend({ reason: z.string() })) }),
  ),
  takeHostJob: route(
    'POST',
    '/hosts/self/jobs/{operation}/{step}/take',
    z.strictObject({ epoch, names: z.boolean().optional() }),
    z.object({ job: hostJob, answered: z.boolean(), names: z.array(z.string()) }),
  ),
  reportJobProgress: route(
    'POST',
    '/hosts/self/jobs/{operation}/{step}/progress',
    z.strictObject({ epoch, turn: text(64), percent: z.number().min(0).max(100) }),
    nothing,
  ),
  reportJobResult: route(
    'POST',
    '/hosts/self/jobs/{operation}/{step}/result',
    z.strictObject({ epoch, turn: text(64), outcome: reportedOutcome }),
    z.object({ closed: z.boolean() }),
  ),
  listHostMachines: route(
    'GET',
    '/hosts/self/machines',
    asked,
    z.object({
      machines: z.array(
        z.object({
          instance_id: z.string(),
          want: z.enum(['up', 'kept', 'off', 'moved']),
          /**
           * Whether its record shows no reason for being unreachable. While the machine runs, nothing about it needs a
           * report.
           */
          is_settled: z.boolean().optional(),
        }),
      ),
    }),
  ),
  getHostMachine: route(
    'GET',
    '/hosts/self/machines/{id}',
    asked,
    z.object({ want: z.enum(['up', 'kept']), version: z.int(), spec: machineSpec }),
  ),
  reportMachine: route('POST', '/hosts/self/machines/{id}/reports', machineReport, z.object({ noted: z.boolean() })),
  reportConsoleLog: route(
    'POST',
    '/hosts/self/machines/{id}/console-log',
    z.strictObject({ epoch, boot: z.uuid(), part: logPart }),
    nothing,
  ),
  reportSamples: route(
    'POST',
    '/hosts/self/samples',
    z.strictObject({ epoch, step: z.literal(10), batches: z.array(sampleBatch).max(samplesAtMost.machines) }),
    z.object({ unknown: z.array(z.string()) }),
  ),
  listHostBalancers: route('GET', '/hosts/self/balancers', asked, z.object({ balancers: z.array(assignedBalancer) })),
  reportBalancer: route('POST', '/hosts/self/balancers/{id}/reports', balancerReport, nothing),
  openHostConsole: route(
    'POST',
    '/hosts/self/consoles',
    z.strictObject({ epoch, handshake: browserHandshake, full: z.array(text(128)).max(10_000) }),
    z.union([z.object({ opened: openedConsole }), z.object({ refused: browserRefusal })]),
  ),
  checkHostConsole: route(
    'POST',
    '/hosts/self/consoles/{id}/check',
    only,
    z.object({ refused: browserRefusal.nullable() }),
  ),
  closeHostConsole: route(
    'POST',
    '/hosts/self/consoles/{id}/close',
    z.strictObject({ epoch, code: closeCode.default(closeCodes.failed) }),
    nothing,
  ),
  /** Not part of the HTTP API: the handshake of the wake-up WebSocket, which also has its epoch in the query. */
  connectBell: route('GET', '/hosts/self/bell', asked, nothing),
  rotateHostKey: route('POST', '/hosts/self/key', z.strictObject({ epoch, public_key: hostKey }), nothing),
  leaveHosts: route('POST', '/hosts/self/leave', only, nothing),
} as const;

export type HostApi = typeof hostApi;
export type HostRoute = keyof HostApi;
/** The body of a route as its caller writes it and as it is parsed, and the reply. */
export type HostInput<N extends HostRoute> = z.input<HostApi[N]['body']>;
export type HostAsked<N extends HostRoute> = z.output<HostApi[N]['body']>;
export type HostReply<N extends HostRoute> = z.output<HostApi[N]['reply']>;

type In<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | In<Rest> : never;
/** The values of a route's path parameters. */
export type HostParams<N extends HostRoute> = Readonly<Record<In<HostApi[N]['path']>, string>>;
