/** How much of the service's interface is used; `auto` detects what the service has. */
export const SERVICE_PROFILES = ['auto', 'core', 'full'] as const;
export type ServiceProfile = (typeof SERVICE_PROFILES)[number];

/** The operations of the profile `full` that the service is not known to lack. */
export interface Abilities {
  readonly previous: boolean;
  readonly feedback: boolean;
  readonly peek: boolean;
  readonly replay: boolean;
  /** Reports of start and pause. */
  readonly reports: boolean;
}

/** The abilities that the specification guarantees, and no others. */
export const CORE_ABILITIES: Abilities = {
  previous: false,
  feedback: false,
  peek: false,
  replay: false,
  reports: false,
};
