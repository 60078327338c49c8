import { hostname } from 'node:os';

/** What this machine is called in its own network, such as kitchen.local, where Avahi tells nothing else. */
export function localName(): string {
  const own = hostname();
  return `${own.split('.')[0] ?? own}.local`;
}

/** The names by which this machine may be addressed (contract, section 3, "Host"). */
export function hostNames(redirectUri: string, avahiName: string | null): string[] {
  const own = hostname();
  const label = own.split('.')[0] ?? own;
  const names = [own, label, `${own}.local`, localName(), new URL(redirectUri).hostname];
  return avahiName === null ? names : [...names, avahiName];
}
