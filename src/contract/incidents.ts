/** What is logged and counted of clients of the control API: refusals first, then admissions and other acts. */
export const INCIDENTS = [
  'wrongToken',
  'wrongCode',
  'wrongSignIn',
  'wrongRequest',
  'tooManyTokens',
  'tooManyCodes',
  'tooManyInvitations',
  'tooManyCalls',
  'tooManyRequests',
  'tooManyRequestsToPlay',
  'tooManyRequestsOfGuests',
  'tooManySessions',
  'tooManySockets',
  'tooManyConnections',
  'tooManySignIns',
  'tooManySignInsAMinute',
  'tooManySignInsAnHour',
  'tooManyClients',
  'slowReader',
  'admitted',
  'renamed',
  'revoked',
  'expired',
  'paired',
  'signedIn',
  'signedOut',
] as const;
export type Incident = (typeof INCIDENTS)[number];
/** Further details of an incident for the log; free of secrets. */
export type IncidentDetails = Readonly<Record<string, string | number | null | undefined>>;
