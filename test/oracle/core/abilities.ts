// @ts-nocheck: frozen, while the types it was written for go on.
/** What the service is not known to lack of the profile `full`. */
export interface Abilities {
  readonly previous: boolean;
  readonly feedback: boolean;
  readonly peek: boolean;
  readonly replay: boolean;
  /** Reports of start and pause. */
  readonly reports: boolean;
}

/** What the specification shows, and nothing more. */
export const CORE_ABILITIES: Abilities = {
  previous: false,
  feedback: false,
  peek: false,
  replay: false,
  reports: false,
};
