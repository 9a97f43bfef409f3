import { afterAll } from 'vitest';
import { endKilled } from './killed.ts';

/* A setup file of every project: what outlives a killed platform is ended after the file that has killed it. */

afterAll(endKilled);
