import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { homesOf } from '#lib/agent/hosted/homes.ts';
import { environment } from '#lib/model/platform/settings.ts';
import { apiOf } from './api/api.ts';
import { Routes } from './api/routes.ts';
import { banner } from './banner.ts';
import { keepCompiled } from './compile-cache.mjs';
import { registerStandIns } from './dev/faults/stand-ins/register.ts';
import { awsEnvironment } from './environment.ts';
import { FirstCalls } from './first-calls.ts';
import { functionsOf, load, runnerOf } from './functions.ts';
import { hostingOf } from './hosts/hosting.ts';
import { log, oneLine } from './log.ts';
import { readMachines } from './machines.ts';
import { whyOneUser } from './one-user.ts';
import { type Platform, type Service, startPlatform } from './platform.ts';
import { untilHealthy } from './readiness.ts';
import type { ObjectKey } from './s3/auth/keys.ts';
import { scheduledIn, takeSchedules } from './schedules/scheduled.ts';
import { type Framework, lighten, muteFramework, quietly, type Writers } from './serverless.ts';
import { readSettings, type Settings } from './settings.ts';
import { StartError } from './start-error.ts';
import { Gate } from './state/gate.ts';

/** Under npm, Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_SIGNAL_MS = 500;

/**
 * Makes `serverless offline`, with or without `start`, the whole platform: starts and stops the replacements for AWS
 * around serverless-offline. It must be listed before that plugin.
 */
export default class LocalPlugin {
  readonly hooks: Record<string, () => Promise<void>>;
  readonly #framework: Framework;
  readonly #options: Record<string, unknown>;
  #settings: Settings | undefined;
  #starting: Promise<Platform> | undefined;
  #stopping: Promise<void> | undefined;
  #ready = false;

  constructor(framework: Framework, options: Record<string, unknown>, writers?: Writers) {
    this.#framework = framework;
    this.#options = options;
    if (framework.processedInput.commands[0] === 'offline') {
      keepCompiled(environment());
      lighten(framework);
      if (!options.verbose) muteFramework(writers);
    }
    this.hooks = {
      // `serverless offline` alone ends the process before what it started is stopped; its `start` has a hook for that.
      'before:offline:start': () => this.#framework.pluginManager.spawn('offline:start'),
      'before:offline:start:init': () => this.#orExit(() => this.#start()),
      'after:offline:start:init': () => this.#orExit(() => this.#untilReady()),
      'before:offline:start:end': () => this.#stop(),
    };
  }

  async #start(): Promise<void> {
    this.#watchSignals();
    // New files are for this user only. The files of machines have modes of their own (lib/runtime).
    process.umask(0o077);
    this.#settings = readSettings(environment(), process.cwd());
    checkNativePackages();
    this.#setAwsEnvironment(this.#settings);
    registerStandIns();
    Object.assign(this.#options, quietly);
    const service = await this.#service();
    this.#starting = startPlatform(this.#settings, service, log);
    await this.#starting;
  }

  async #untilReady(): Promise<void> {
    if (!this.#settings || !this.#starting) throw new Error('offline:start:init ran without its "before" hook');
    const { agentRefused, agentOpened, schedules, requests, web, openEngine } = await this.#starting;
    const health = await untilHealthy(`http://127.0.0.1:${this.#settings.port}`, agentRefused);
    await Promise.race([agentOpened, agentRefused]);
    schedules.start();
    requests.begin();
    this.#ready = true;
    agentRefused.catch((error: Error) => log.warn(`the host agent cannot continue: ${error.message}`));
    const homes = (await homesOf(realpathSync(this.#settings.dataDir))).map(({ home }) => home);
    const shown = { readyMs: performance.now(), openEngine, homes, machines: whyOneUser(health.compute) };
    process.stdout.write(banner(this.#settings, health, shown));
    // A failure is in the log, and the next request tries again.
    web.prepare().catch(() => undefined);
  }

  /** The service that serverless.yml describes, without its environment for the cloud. */
  async #service(): Promise<Service> {
    const { service, serviceDir } = this.#framework;
    service.provider.environment = {};
    for (const definition of Object.values(service.functions)) delete definition.environment;
    const { agent, objectKeys, enrolHost = '', operateImages } = service.custom?.svc ?? {};
    const timeout = service.provider.timeout ?? 6;
    const gate = new Gate();
    const firstCalls = new FirstCalls(scheduledIn(service.functions));
    const before = (key: string) => firstCalls.before(key);
    const definitions = Object.fromEntries(
      Object.entries(service.functions).map(([key, one]) => [key, { timeout, ...one }]),
    );
    const functions = functionsOf(serviceDir, definitions, { gate, before });
    const api = apiOf(new Routes(service.functions), runnerOf(serviceDir, definitions, before), log);
    const schedules = takeSchedules(service.functions, functions);
    const hosting = hostingOf(service.functions, {
      load: (path) => load(serviceDir, path),
      enrol: enrolHost,
      before,
    });
    // serverless-offline itself serves nothing: the front listener answers for it.
    service.functions = {};
    return {
      api,
      gate,
      firstCalls,
      prefix: `${service.service}-${service.provider.stage}`,
      functions,
      hosting,
      machines: readMachines(serviceDir, functions.arnOf),
      schedules,
      agentProgram: agent && join(serviceDir, agent),
      // Its module reads settings, which are set when the first client calls.
      objectKeys: objectKeys
        ? async (id) => (await load(serviceDir, objectKeys))(id, {}) as Promise<ObjectKey | undefined>
        : undefined,
      operateImages: operateImages
        ? async (ask) => (await load(serviceDir, operateImages))(ask, {}) as Promise<object>
        : undefined,
    };
  }

  #setAwsEnvironment(settings: Settings): void {
    const env = environment();
    const variables = awsEnvironment(env, settings);
    for (const name of Object.keys(env)) if (name.startsWith('AWS_')) delete env[name];
    Object.assign(env, variables);
  }

  #watchSignals(): void {
    let firstAt = 0;
    const onSignal = (signal: NodeJS.Signals) => {
      if (firstAt === 0) {
        firstAt = performance.now();
        say(signal === 'SIGINT' ? 'stopping; Ctrl-C again ends it at once' : 'stopping');
        const stopped = this.#stop().then(() => say('stopped'));
        // After this, the same signal makes the framework end in its own way.
        if (!this.#ready) void stopped.finally(() => process.exit(0));
      } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
        say('ended at once; the next start ends what is left');
        process.exit(130);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
    process.on('SIGHUP', () => process.emit('SIGTERM'));
    // Who read what is said may be gone with their window, and then not even that can be said.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    process.removeAllListeners('uncaughtException');
    // A function that throws after it has answered must not end the platform; in the cloud it would fail alone.
    process.on('uncaughtException', (error) =>
      this.#ready ? log.warn(`uncaught: ${error.stack}`) : this.#fail(error),
    );
  }

  #stop(): Promise<void> {
    this.#stopping ??= (async () => (await this.#starting?.catch(() => undefined))?.stop())();
    return this.#stopping;
  }

  async #orExit(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.#fail(error as Error);
    }
  }

  async #fail(error: Error): Promise<never> {
    if (this.#stopping !== undefined) await new Promise(() => undefined);
    await this.#stop().catch(() => undefined);
    const sentence = error instanceof StartError ? error.message : `it cannot start: ${error.message}`;
    say(sentence);
    process.exit(1);
  }
}

/** Says one sentence to the person at the terminal. */
function say(sentence: string): void {
  process.stderr.write(`svc: ${oneLine(sentence)}\n`);
}

/**
 * Refuses to start where a package with machine code has none for this machine; `npm ci --omit=optional` leaves it out.
 */
export function checkNativePackages(names: readonly string[] = ['@node-rs/argon2']): void {
  const require = createRequire(import.meta.url);
  for (const name of names) {
    try {
      require(name);
    } catch (cause) {
      throw new StartError(
        `the package ${name} has no native part here (${process.platform}-${process.arch}); run "npm ci" without --omit=optional and without --no-optional`,
        { cause },
      );
    }
  }
}
