/**
 * Loaded into an agent before its own code: its wall clock is ahead by the milliseconds of `TEST_CLOCK_MS`, the first at its
 * start, the next at each SIGUSR2; by itself first right, then years ahead, then years back.
 */
const YEAR_MS = 31_557_600_000;
const real = Date.now.bind(Date);
const told = process.env['TEST_CLOCK_MS'] ?? [0, 5 * YEAR_MS, -8 * YEAR_MS].join();
const steps = told.split(',').map(Number);
const set = { ms: steps.shift() ?? 0 };

Date.now = () => real() + set.ms;
process.on('SIGUSR2', () => {
  set.ms = steps.shift() ?? 0;
});
