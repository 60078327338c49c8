/** Loaded into an agent before its own code: at SIGUSR2 its wall clock is set, first years ahead, then years back. */
const YEAR_MS = 31_557_600_000;
const real = Date.now.bind(Date);
const steps = [5 * YEAR_MS, -8 * YEAR_MS];
const set = { ms: 0 };

Date.now = () => real() + set.ms;
process.on('SIGUSR2', () => {
  set.ms = steps.shift() ?? 0;
});
