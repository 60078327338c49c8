/** The entry point of `tonearm/client`: control of a speaker for Node and browsers (docs/control-api.md). */
export { type Claimed, type ClaimOptions, claimInvitation } from './claim.js';
export { toInviteCode } from '../core/vocabulary/invite-code.js';
export type { ClientSocket, SocketConstructor } from './connection.js';
export type { ControlClient, ControlClientOptions } from './control-client.js';
export { createControlClient } from './program-client.js';
export { ControlError, type ControlReason } from './control-error.js';
export type { MadeInvitation } from './invitation.js';
export type { Credential } from './opening.js';
export type { Phase } from './phase.js';
export type { CalledByOthers as MethodName, CalledMethods as Methods } from '../contract/methods.js';
export type {
  AccessChange,
  AdmittedClient,
  Change,
  Hello,
  Invitation,
  Opened,
} from '../contract/protocol.js';
export type { SystemInfo } from '../contract/unread-results.js';
export type {
  FeedbackPage,
  LibraryItem as ListedItem,
  LibraryPage as ItemPage,
  Profile,
} from '../contract/library.js';
export type { PublicState } from '../contract/public-state.js';
