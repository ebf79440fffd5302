import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Site = { id: string; origin: string };
type Options = { challenge: string; user?: { id: string } };
/** Values that an attacker or a faulty device would send instead of the right ones. */
type Deviation = { origin?: string; rpId?: string; type?: string; isUserVerified?: boolean; counter?: number };

/** A software authenticator with one passkey: ES256, attestation "none". */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #credentialId = randomBytes(32);
  readonly #site: Site;
  #counter = 0;
  #userHandle = '';

  constructor(site: Site) {
    this.#site = site;
  }

  create({ challenge, user }: Options, deviation: Deviation = {}) {
    this.#userHandle = user?.id ?? '';
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // COSE key: 1 (kty) 2, 3 (alg) -7, -1 (crv) 1, -2 (x), -3 (y).
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      decodeBase64Url(x),
      Buffer.from('225820', 'hex'),
      decodeBase64Url(y),
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#credentialId.length]), this.#credentialId, cose]);
    const data = this.#authenticatorData(0x40, deviation, attested);
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      Buffer.from([0x59, data.length >> 8, data.length & 255]),
      data,
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData(challenge, deviation.type ?? 'webauthn.create', deviation).toString('base64url'),
      attestationObject: object.toString('base64url'),
    });
  }

  get({ challenge }: Options, deviation: Deviation = {}) {
    this.#counter = deviation.counter ?? this.#counter + 1;
    const client = this.#clientData(challenge, deviation.type ?? 'webauthn.get', deviation);
    const data = this.#authenticatorData(0, deviation);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return this.#credential({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: this.#userHandle,
    });
  }

  #credential<Response>(response: Response) {
    const id = this.#credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(challenge: string, type: string, { origin = this.#site.origin }: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, { rpId = this.#site.id, isUserVerified = true }: Deviation, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const allFlags = flags | 1 | (isUserVerified ? 4 : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([allFlags]), counter, attested]);
  }
}

function decodeBase64Url(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

/** Encodes a CBOR text string of less than 24 bytes. */
function cborText(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
