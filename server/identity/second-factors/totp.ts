/** Codes of authenticator apps: TOTP (RFC 6238) over HOTP (RFC 4226), with the values every app supports. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const STEP_SECONDS = 30
const DIGITS = 6
/** Clocks differ: the code before and the one after count as well (RFC 6238, section 5.2). */
const DRIFT = 1
/** RFC 4226, section 4: 160 bits. */
export const SECRET_BYTES = 20

/** The time step of a moment (RFC 6238, section 4.2: 30 seconds). */
export function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / STEP_SECONDS)
}

/** The six-digit TOTP code of a time step (RFC 4226, section 5.3). */
export function codeAt(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The step a code belongs to, if it is a right one at that time. Every step is compared, whichever fits. */
export function stepOfCode(secret: Buffer, code: string, milliseconds: number): number | undefined {
  const now = stepAt(milliseconds)
  const given = Buffer.from(code)
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => now - DRIFT + index)
  const fitting = steps.filter((step) => {
    const right = Buffer.from(codeAt(secret, step))
    return right.length === given.length && timingSafeEqual(right, given)
  })
  return fitting.at(-1)
}

/** The `otpauth://` address of a secret, for the QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function uriOf(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes in base 32 (RFC 4648, section 6), without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
