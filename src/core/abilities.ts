/** How much of the service is used; `auto` finds out what it has. */
export const SERVICE_PROFILES = ['auto', 'core', 'full'] as const;
export type ServiceProfile = (typeof SERVICE_PROFILES)[number];

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
