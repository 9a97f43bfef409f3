import type { Architecture } from './addons.ts';
import type { Grants } from './roles.ts';
import type { Template } from './template.ts';

/** A function of functions.yml: the settings that packaging reads or sets. */
export interface FunctionConfig {
  handler: string;
  access?: string[];
  /** The limit of its routes, in requests a second, where it is not that of the stage. */
  throttle?: number;
  events?: Record<string, unknown>[];
  /** How many runs of a schedule share its work at a time; 1 by default. */
  runs?: number;
  environment?: Record<string, unknown>;
  role?: unknown;
  disableLogs?: boolean;
  package?: { artifact?: string };
  architecture?: Architecture;
}

/** The parts of the framework's service that packaging uses. */
export interface Serverless {
  serviceDir: string;
  service: {
    service: string;
    provider: {
      stage: string;
      region: string;
      architecture?: Architecture;
      logRetentionInDays?: number;
      environment?: Record<string, unknown>;
      compiledCloudFormationTemplate: Template;
    };
    package: { artifact?: string };
    custom?: {
      access?: Grants;
      environment?: Record<string, unknown>;
      parameters?: Record<string, unknown>;
      objects?: { access?: Grants; environment?: Record<string, unknown> };
    };
    getAllFunctions(): string[];
    getFunction(key: string): FunctionConfig;
  };
  configSchemaHandler: {
    defineFunctionProperties(provider: string, schema: object): void;
    defineFunctionEvent(provider: string, name: string, schema: object): void;
    defineCustomProperties(schema: object): void;
  };
  classes: { Error: new (message: string, code: string) => Error };
  /** The words of the command line: `deploy`, or `package`. */
  processedInput: { commands: string[] };
  getProvider(name: 'aws'): {
    getStage(): string;
    getAwsSdkV3Config(): Promise<object>;
    naming: {
      getLambdaLogicalId(key: string): string;
      getHttpApiLogicalId(): string;
      getHttpApiStageLogicalId(): string;
    };
  };
}

/** The framework's functions with their keys. */
export function functionsOf({ service }: Serverless): [string, FunctionConfig][] {
  return service.getAllFunctions().map((key) => [key, service.getFunction(key)]);
}

/**
 * The handler's file without its extension and the export's name: `functions/a/list` for `functions/a/list.handler`.
 */
export const moduleOf = ({ handler }: FunctionConfig) => handler.replace(/\.[^./]+$/, '');

/** `svc-production`: the prefix of this stack's names. */
export const stackOf = (serverless: Serverless) =>
  `${serverless.service.service}-${serverless.getProvider('aws').getStage()}`;
