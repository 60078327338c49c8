/**
 * How slow this machine was when the whole run began (config/setup/slowness.mjs measures it), as a factor; 1 where it is
 * quick enough, or a file is run by itself.
 */
export const SLOWNESS = Number(process.env['TEST_SLOWNESS'] ?? 1);
