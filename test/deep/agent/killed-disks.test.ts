import { describeDiskCrash } from '#test/lib/runtime/disk-crash-suite.ts';

/** From before anything was made to after the end of the longest. */
const moments = Array.from({ length: 25 }, (_, index) => index * 9);

describeDiskCrash('container', { ordinary: false, moments });
describeDiskCrash('container', { ordinary: true, moments });
describeDiskCrash('process', { ordinary: false, moments });
