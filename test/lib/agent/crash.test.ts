import { describeCrash } from './crash-suite.ts';
describeCrash('container', false);
describeCrash('container', true);
describeCrash('process', false);
