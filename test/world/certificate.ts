import {generateKeyPairSync, sign} from 'node:crypto';

/** A key and a certificate that signs itself, PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes a self-signed certificate for one host name, valid between two moments (a day around now by default). */
export function makeCertificate(host: string, validity: {readonly from?: Date; readonly to?: Date} = {}): Certificate {
  const {privateKey, publicKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  const ecdsaWithSha256 = sequence(objectId([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  const name = sequence(set(sequence(objectId([0x55, 0x04, 0x03]), tagged(0x0c, Buffer.from(host)))));
  const day = 86_400_000;
  const subjectAltName = sequence(objectId([0x55, 0x1d, 0x11]), tagged(0x04, sequence(tagged(0x82, Buffer.from(host)))));
  const isAuthority = sequence(objectId([0x55, 0x1d, 0x13]), tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))));
  const content = sequence(
    tagged(0xa0, integer([2])),
    integer([1]),
    ecdsaWithSha256,
    name,
    sequence(time(validity.from ?? new Date(Date.now() - day)), time(validity.to ?? new Date(Date.now() + day))),
    name,
    publicKey.export({type: 'spki', format: 'der'}),
    tagged(0xa3, sequence(subjectAltName, isAuthority)),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]));
  const der = sequence(content, ecdsaWithSha256, signature);
  return {
    key: privateKey.export({type: 'pkcs8', format: 'pem'}).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function tagged(tag: number, content: Buffer): Buffer {
  const length = content.length;
  const header = length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return tagged(0x31, part);
}

function integer(bytes: readonly number[]): Buffer {
  return tagged(0x02, Buffer.from(bytes));
}

function objectId(bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function time(moment: Date): Buffer {
  const text = moment.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${text}Z`));
}
