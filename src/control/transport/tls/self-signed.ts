import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import type { CertificatePair } from './pair.js';

const COMMON_NAME = '2.5.4.3';
/** RFC 5758, section 3.2. */
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
/** RFC 5280, appendix A.1: `ub-common-name`, characters. */
const LONGEST_NAME = 64;

export interface SelfSigned {
  /** The name that people see in the certificate; programs ignore it. */
  readonly name: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Creates a P-256 key and a self-signed certificate for it (RFC 5280). */
export function createSelfSigned({ name, notBefore, notAfter }: SelfSigned): CertificatePair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signature = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const commonName = toCommonName(name);
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: toSerialNumber(),
    signature,
    issuer: commonName,
    validity: new Validity({ notBefore, notAfter }),
    subject: commonName,
    subjectPublicKeyInfo: AsnConvert.parse(
      publicKey.export({ type: 'spki', format: 'der' }),
      SubjectPublicKeyInfo,
    ),
  });
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: signature,
    signatureValue: signed(AsnConvert.serialize(tbsCertificate), privateKey),
  });
  return {
    cert: toPem('CERTIFICATE', AsnConvert.serialize(certificate)),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

function toCommonName(name: string): Name {
  const value = new AttributeValue({ utf8String: Array.from(name).slice(0, LONGEST_NAME).join('') });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])]);
}

/** Returns a serial number that is positive and not zero (RFC 5280, section 4.1.2.2). */
function toSerialNumber(): ArrayBuffer {
  const bytes = new Uint8Array([0x40, ...randomBytes(15)]);
  return bytes.buffer;
}

function signed(content: ArrayBuffer, key: KeyObject): ArrayBuffer {
  return new Uint8Array(sign('sha256', new Uint8Array(content), key)).buffer;
}

function toPem(label: string, content: ArrayBuffer): string {
  const lines = Buffer.from(content)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
