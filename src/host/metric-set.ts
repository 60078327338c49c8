import { Counter, Gauge, Registry } from 'prom-client';

interface Named {
  readonly name: string;
  readonly help: string;
}

interface Labelled extends Named {
  readonly label: string;
}

/** Metrics of which each is read when all are asked for. */
export class MetricSet {
  readonly #registry = new Registry();
  readonly #refreshers: (() => Promise<void> | void)[] = [];
  /** To be given to a metric of prom-client that is to be told with these. */
  readonly registers = [this.#registry];

  onRefresh(refresh: () => Promise<void> | void): void {
    this.#refreshers.push(refresh);
  }

  gauge(named: Named, read: () => number | Promise<number>): void {
    const metric = new Gauge({ ...named, registers: this.registers });
    this.onRefresh(async () => metric.set(await read()));
  }

  /** One of the words is so (1), the others are not (0). */
  choice(
    { label, words, ...named }: Labelled & { readonly words: readonly string[] },
    read: () => string | null,
  ): void {
    const metric = new Gauge({ ...named, labelNames: [label], registers: this.registers });
    this.onRefresh(() => {
      const now = read();
      for (const word of words) metric.set({ [label]: word }, word === now ? 1 : 0);
    });
  }

  count(named: Named, read: () => number): void {
    const metric = new Counter({ ...named, registers: this.registers });
    this.onRefresh(() => {
      metric.reset();
      metric.inc(read());
    });
  }

  counts({ label, ...named }: Labelled, read: () => Readonly<Record<string, number>>): void {
    const metric = new Counter({ ...named, labelNames: [label], registers: this.registers });
    this.onRefresh(() => {
      metric.reset();
      for (const [word, value] of Object.entries(read())) metric.inc({ [label]: word }, value);
    });
  }

  async text(): Promise<string> {
    for (const refresh of this.#refreshers) await refresh();
    return await this.#registry.metrics();
  }
}
