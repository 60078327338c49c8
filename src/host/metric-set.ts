import { Counter, Gauge, Registry } from 'prom-client';

interface Named {
  readonly name: string;
  readonly help: string;
}

interface Labelled extends Named {
  readonly label: string;
}

/** A set of metrics whose values are read when the set is requested. */
export class MetricSet {
  readonly #registry = new Registry();
  /** Pass this to a prom-client metric to include it in the set. */
  readonly registers = [this.#registry];

  gauge(named: Named, read: () => number | Promise<number>): void {
    new Gauge({
      ...named,
      registers: this.registers,
      async collect() {
        this.set(await read());
      },
    });
  }

  /** Adds a gauge with one value per word. */
  gauges({ label, ...named }: Labelled, read: () => Readonly<Record<string, number>>): void {
    new Gauge({
      ...named,
      labelNames: [label],
      registers: this.registers,
      collect() {
        for (const [word, value] of Object.entries(read())) this.set({ [label]: word }, value);
      },
    });
  }

  /** Adds a gauge that is 1 for the present word and 0 for the others. */
  choice(
    { words, ...labelled }: Labelled & { readonly words: readonly string[] },
    read: () => string | null,
  ): void {
    this.gauges(labelled, () => {
      const now = read();
      return Object.fromEntries(words.map(word => [word, word === now ? 1 : 0]));
    });
  }

  count(named: Named, read: () => number): void {
    new Counter({
      ...named,
      registers: this.registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  counts({ label, ...named }: Labelled, read: () => Readonly<Record<string, number>>): void {
    new Counter({
      ...named,
      labelNames: [label],
      registers: this.registers,
      collect() {
        this.reset();
        for (const [word, value] of Object.entries(read())) this.inc({ [label]: word }, value);
      },
    });
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
