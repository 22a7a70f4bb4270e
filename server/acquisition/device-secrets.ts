/**
 * Secrets of devices. Each is 256 random bits that we make: there is nothing to guess, so that a plain SHA-256 of it is kept and
 * compared. A slow hash, which protects what people choose, would only slow down five hundred devices that come back at once.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { newToken } from '../identity/index.ts'

/** A new device secret: 256 random bits. 43 characters of base64url. Told once; what is kept is {@link hashDeviceSecret} of it. */
export function newDeviceSecret(): string {
  return newToken()
}

/** SHA-256 of a device secret. 64 hexadecimal digits. */
export function hashDeviceSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}

/** Stands for the hash of a device that has no secret, so that asking takes as long. It is the hash of nothing anybody knows. */
const NOTHING = '0'.repeat(64)

/** Whether `secret` is the one whose hash was kept. A device without a secret is let in by none. */
export function deviceSecretMatches(kept: string | null | undefined, secret: string): boolean {
  const isRight = timingSafeEqual(Buffer.from(kept ?? NOTHING, 'utf8'), Buffer.from(hashDeviceSecret(secret), 'utf8'))
  return isRight && kept !== null && kept !== undefined
}
