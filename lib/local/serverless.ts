import type { RoutedFunction } from './api/routes.ts';
import type { FunctionDefinition } from './functions.ts';
import type { ScheduledFunction } from './schedules/scheduled.ts';

type FrameworkFunction = Omit<FunctionDefinition, 'timeout'> &
  ScheduledFunction &
  RoutedFunction & { timeout?: number; environment?: unknown };

/** The parts of the framework that the plugin uses. */
export interface Framework {
  readonly serviceDir: string;
  readonly configSchemaHandler: { validateConfig(): Promise<void> };
  readonly pluginManager: { spawn(command: string): Promise<void> };
  readonly processedInput: { readonly commands: readonly string[] };
  readonly service: {
    readonly service: string;
    functions: Record<string, FrameworkFunction>;
    /** `svc.agent`: the path of the host agent's program in the service. */
    readonly custom?: {
      readonly svc?: {
        readonly agent?: string;
        readonly objectKeys?: string;
        readonly enrolHost?: string;
        readonly operateImages?: string;
      };
    };
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

/**
 * Makes the framework cheaper: it would check serverless.yml against a schema, though `configValidationMode: off`
 * discards what it finds, and write the whole stack of every error.
 */
export function lighten({ configSchemaHandler }: Framework): void {
  configSchemaHandler.validateConfig = async () => undefined;
  Error.stackTraceLimit = 10;
}

/** serverless-offline's options: none of its notices. */
export const quietly = { noSponsor: true };
