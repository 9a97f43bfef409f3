import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { giveClasses, shownClasses } from './classes.ts';
import { type FunctionConfig, functionsOf, moduleOf, type Serverless, stackOf } from './framework.ts';
import { checkObjects } from './objects.ts';
import type { OtherTable } from './other-table.ts';
import { checkParameters, environmentOf, ownEnvironmentOf, type Parameters, withoutUnset } from './parameters.ts';
import type { Packaged } from './quotas/quota.ts';
import { shown, withinQuotas } from './quotas/within.ts';
import { planRoles, roleId } from './roles.ts';
import { schedulesOf } from './schedules.ts';
import { grantsOf, rewriteStack } from './stack.ts';
import { type Machine, machineArn, machineVariable, readMachines } from './state-machines.ts';
import { DeployError } from './template.ts';

interface Options {
  readonly param?: string[];
  'minify-template'?: boolean;
}

interface Log {
  notice(text: string): void;
}

/** The serverless plugin of `npm run package`. It acts on `package` and `deploy`, and never on a local run. */
export default class DeployPlugin {
  readonly hooks: Record<string, () => unknown>;
  readonly #serverless: Serverless;
  readonly #log: Log;
  #machines: Machine[] = [];
  #roles = new Map<string, string[]>();
  readonly #given: string[];
  readonly #options: Options;
  #parameters = {} as Parameters;
  #schedules = '';
  #zips: Packaged['zips'] = {};

  constructor(serverless: Serverless, options: Options, { log }: { log: Log }) {
    this.#serverless = serverless;
    this.#options = options;
    this.#log = log;
    this.#given = [options.param ?? []].flat().map((text) => text.split('=')[0] ?? '');
    serverless.configSchemaHandler.defineFunctionProperties('aws', {
      type: 'object',
      properties: {
        access: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        throttle: { type: 'integer', minimum: 1 },
        runs: { type: 'integer', minimum: 1 },
      },
    });
    for (const event of ['hostApi', 'hostBell'])
      serverless.configSchemaHandler.defineFunctionEvent('aws', event, { type: 'string' });
    serverless.configSchemaHandler.defineCustomProperties({
      type: 'object',
      properties: {
        access: { type: 'object' },
        environment: { type: 'object' },
        objects: { type: 'object' },
        parameters: { type: 'object' },
      },
    });
    this.hooks = {
      'before:package:setupProviderConfiguration': () => this.#clearly(() => this.#configure()),
      'before:package:createDeploymentArtifacts': () => this.#clearly(() => this.#pack()),
      'after:aws:package:finalize:mergeCustomProviderResources': () => this.#clearly(() => this.#rewrite()),
      'before:aws:deploy:deploy:updateStack': () => this.#clearly(() => this.#live('beforeUpdate')),
      'after:deploy:deploy': () => this.#clearly(() => this.#live('afterDeploy')),
    };
  }

  /** Runs before the framework creates its own role and log groups for functions that have none. */
  #configure(): void {
    const { service, serviceDir } = this.#serverless;
    // The file as it is uploaded: indented, it is larger than CloudFormation and its linter take. The framework sets
    // the defaults of options after the plugins are made.
    this.#options['minify-template'] = true;
    this.#machines = readMachines(serviceDir);
    const { environment, objects, parameters = {} } = service.custom ?? {};
    this.#parameters = checkParameters(parameters, service.provider.region, this.#given);
    checkObjects(objects?.environment ?? {}, stackOf(this.#serverless));
    service.provider.environment = withoutUnset({
      ...service.provider.environment,
      ...environment,
      ...environmentOf(this.#parameters),
      ...objects?.environment,
    });
    const functions = functionsOf(this.#serverless);
    for (const [, fn] of functions) if (isUnattended(fn)) fn.access?.push('failures:keep');
    this.#roles = planRoles(
      functions.map(([key, { access }]) => [key, access] as const),
      grantsOf(this.#serverless, this.#machines),
    );
    this.#schedules = schedulesOf(functions);
    for (const [, fn] of functions) this.#configureFunction(fn);
  }

  #configureFunction(fn: FunctionConfig): void {
    const access = fn.access ?? [];
    // As Fn::Sub, since for other forms the framework adds a redundant DependsOn.
    fn.role = { 'Fn::Sub': `\${${roleId(access)}.Arn}` };
    fn.disableLogs = true;
    const started = this.#machines.filter(({ name }) => access.includes(`sfn:${name}`) || access.includes('sfn:all'));
    const stack = stackOf(this.#serverless);
    const variables = started.map(({ name }) => [machineVariable(name), machineArn(stack, name)]);
    fn.environment = {
      ...ownEnvironmentOf(fn, { ...this.#parameters, schedules: this.#schedules }),
      ...Object.fromEntries(variables),
    };
  }

  async #pack(): Promise<void> {
    // Imported here, since every local run loads this file and needs no bundler.
    const { SHARED_ZIP, writeArtifacts } = await import('./artifacts.ts');
    const { bundle } = await import('./bundle.ts');
    const { service, serviceDir } = this.#serverless;
    const functions = functionsOf(this.#serverless).map(([, fn]) => fn);
    const modules = [...new Set(functions.map(moduleOf))].sort();
    const outdir = join(serviceDir, '.build/functions');
    const architecture = service.provider.architecture ?? 'x86_64';
    const bundled = await bundle({ root: serviceDir, modules, outdir, architecture, sdk: 'bundled' });
    // In .serverless, where the framework looks for changes since the last deployment.
    const { pathOf, zips } = await writeArtifacts(bundled, modules, join(serviceDir, '.serverless'));
    this.#zips = zips;
    service.package.artifact = join('.serverless', SHARED_ZIP);
    for (const fn of functions) {
      const path = pathOf.get(moduleOf(fn));
      if (path && basename(path) !== SHARED_ZIP) fn.package = { ...fn.package, artifact: path };
    }
  }

  async #rewrite(): Promise<void> {
    const table = await this.#otherTable();
    const planned = { roles: this.#roles, machines: this.#machines, parameters: this.#parameters, table };
    const { reserved } = rewriteStack(this.#serverless, planned);
    const given = giveClasses(this.#serverless);
    this.#log.notice(`The functions by class:\n${shownClasses(given)}`);
    // For `npm run smoke`, which tells the first answers of each class.
    const classOfEach = [...given].flatMap(([name, keys]) => keys.map((key) => [key, name]));
    const file = join(this.#serverless.serviceDir, '.serverless/classes.json');
    writeFileSync(file, JSON.stringify(Object.fromEntries(classOfEach)));
    const template = this.#serverless.service.provider.compiledCloudFormationTemplate;
    const lines = withinQuotas({ template, zips: this.#zips });
    this.#log.notice(`The stack reserves ${reserved} concurrent executions; 100 of the account's must be left.`);
    this.#log.notice(`The stack against the published quotas of AWS:\n${shown(lines)}`);
  }

  /** The table that `tableName` names: a deployment asks AWS for its stream, and packaging is told. */
  async #otherTable(): Promise<OtherTable | undefined> {
    const { tableName: name, tableStreamArn: streamArn } = this.#parameters;
    if (this.#serverless.processedInput.commands[0] === 'deploy') {
      const { otherTableOf } = await import('./live/deploying.ts');
      return otherTableOf(this.#serverless, this.#parameters);
    }
    if (name === '') return undefined;
    if (streamArn === '') throw new DeployError('tableStreamArn: packaging asks nothing of AWS: say it, or deploy');
    return { name, streamArn };
  }

  /** What a deployment does beside the update of the stack. Imported here, since every local run loads this file. */
  async #live(step: 'beforeUpdate' | 'afterDeploy'): Promise<void> {
    const live = await import('./live/deploying.ts');
    const line = await live[step](this.#serverless);
    if (line !== undefined) this.#log.notice(line);
  }

  /** The framework prints its own errors in one line, and others with a stack trace. */
  async #clearly(step: () => unknown): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof DeployError)) throw error;
      throw new this.#serverless.classes.Error(error.message, 'SVC_DEPLOY');
    }
  }
}

/** Whether nobody waits for the function's end, so that what fails is kept in a queue: by its role, as AWS wants it. */
const isUnattended = ({ access = [], events = [] }: FunctionConfig): boolean =>
  access.includes('table:stream') || events.some(({ schedule }) => schedule !== undefined);
