import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileCertificate } from '../../../src/control/transport/tls/files.js';
import { createMemoryLogger } from './device.js';

/** A self-signed certificate of speaker.local, and its key: worth nothing, they are here for all to read. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBsTCCAVigAwIBAgIUF/TB4wiFx//fNBe54Kfo9Zts8fMwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNc3BlYWtlci5sb2NhbDAgFw0yNjExMjEwMTE3NDRaGA8yMTI2
MTAyODAxMTc0NFowGDEWMBQGA1UEAwwNc3BlYWtlci5sb2NhbDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABNKmpJwcFBocM64NDtklvomhq0cbZ5QpYE1rBy9kWtnG
FChr7aVScMB2DBuzS7Q9hSrVnTj4teVB+HUyUqwwRBCjfjB8MB0GA1UdDgQWBBSF
QVBUDL5bzgkvs/Q7V9ccuCxc4jAfBgNVHSMEGDAWgBSFQVBUDL5bzgkvs/Q7V9cc
uCxc4jAPBgNVHRMBAf8EBTADAQH/MCkGA1UdEQQiMCCCDXNwZWFrZXIubG9jYWyC
CWxvY2FsaG9zdIcEfwAAATAKBggqhkjOPQQDAgNHADBEAiBdshJMZpC+MkqJgnUo
25AmK2YFGRjz00bZIganPhCpDQIgB9aqySHaumA/yzJQgqGpnfKr6oThuLiq6XUa
58NyYrk=
-----END CERTIFICATE-----\n`;

export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgs7/TTSn1qULv/CuY
sjSWgygzOhA9m+Al4gLEM4659POhRANCAATSpqScHBQaHDOuDQ7ZJb6JoatHG2eU
KWBNawcvZFrZxhQoa+2lUnDAdgwbs0u0PYUq1Z04+LXlQfh1MlKsMEQQ
-----END PRIVATE KEY-----\n`;

/** Another one, of a host in the middle. */
export const OTHER_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIULPW35QaXYl3ShQBqWzBS8XASr9EwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPZWxzZXdoZXJlLmxvY2FsMCAXDTI2MTEyMjIyMDU0NVoYDzIx
MjYxMDI5MjIwNTQ1WjAaMRgwFgYDVQQDDA9lbHNld2hlcmUubG9jYWwwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAATdRVPWrCA51Tmn8B5sKqje9hv0Azy1kOOU/ASL
Gsj8QSi2x33DVb1Clr4jKOKoZVubC6tmKogNfsQKLUY/a70Oo28wbTAdBgNVHQ4E
FgQUSUVvlyAEa5VQ/8uL3fR3jvt7fVUwHwYDVR0jBBgwFoAUSUVvlyAEa5VQ/8uL
3fR3jvt7fVUwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SH
BH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIgROWL4Mp4BmctYcUXmr8jggtbrDBAuacz
lIMEtFBNPN8CIQDjExDOAN2/+cvU1wHGu0TtzNTEkmkFP2SJ7dv2xbEUoQ==
-----END CERTIFICATE-----\n`;

export const OTHER_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggtdxMtmQ/idkb4xk
4zlZAUZJ/qdxKvf+PiSrOKakhDmhRANCAATdRVPWrCA51Tmn8B5sKqje9hv0Azy1
kOOU/ASLGsj8QSi2x33DVb1Clr4jKOKoZVubC6tmKogNfsQKLUY/a70O
-----END PRIVATE KEY-----\n`;

/** What `tls` of a server's options takes, from files of this folder, which are written. */
export function certificateIn(
  folder: string,
  { only = true, logger = createMemoryLogger(), cert = CERTIFICATE, key = KEY } = {},
) {
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
  return { certificate: new FileCertificate(files, logger), only, files };
}
