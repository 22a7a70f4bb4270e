/** A passkey device made of software (Web Authentication Level 3, sections 6.1 and 6.5), which can also be made to lie. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** Without asking for finger or PIN. */
  readonly unverified?: boolean
  readonly counter?: number
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

export function authenticator(origin: string, rpId: string) {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let signatures = 0

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin, crossOrigin: false }))
  // Flags: user present 1, user verified 4, attested credential data 64.
  const authData = (lies: Lies, attested?: Buffer) =>
    Buffer.concat([
      sha256(lies.rpId ?? rpId),
      Buffer.from([(lies.unverified ? 1 : 5) | (attested ? 64 : 0)]),
      counterOf(lies.counter ?? (signatures += 1)),
      attested ?? Buffer.alloc(0),
    ])
  const shell = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', clientExtensionResults: {} }

  return {
    /** Answers creation options, as JSON text. */
    create({ challenge }: { challenge?: unknown }, lies: Lies = {}): string {
      // COSE (RFC 9053): EC2, ES256, P-256.
      const key = Buffer.concat([
        Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 32]),
        Buffer.from(y, 'base64url'),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = authData(lies, attested)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return JSON.stringify({
        ...shell,
        response: {
          clientDataJSON: clientData('webauthn.create', String(challenge), lies).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      })
    },
    /** Answers request options, as JSON text. */
    get({ challenge }: { challenge?: unknown }, lies: Lies = {}): string {
      const data = authData(lies)
      const client = clientData('webauthn.get', String(challenge), lies)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return JSON.stringify({
        ...shell,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      })
    },
  }
}

function counterOf(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A short text in CBOR. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
