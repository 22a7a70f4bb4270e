/** Passwords and tokens: how they are made, kept and compared. */
import { createHash, hash as digest, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP password storage: Argon2id with 19 MiB, 2 passes, 1 lane (the library's own default variant is Argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Argon2id of what stands for the password on the wire (its MD5). */
export function hashPassword(wirePassword: string): Promise<string> {
  return hash(wirePassword, cost)
}

let decoy: Promise<string> | undefined

/** Compares; takes the same time where there is nothing to compare with, so that nobody learns which accounts exist. */
export async function passwordMatches(kept: string | undefined, wirePassword: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  const right = await verify(kept ?? (await decoy), wirePassword)
  return kept !== undefined && right
}

/** The form in which our browser client sends a password (specification, section 5). */
export function wirePassword(plain: string): string {
  return createHash('md5').update(plain, 'utf8').digest('hex')
}

/** 256 random bits; what is kept of it is {@link hashToken}. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a token: what is stored instead of it. A token has 256 random bits, so neither salt nor work factor is needed. */
export function hashToken(token: string): Buffer {
  return digest('sha256', token, 'buffer')
}

/** A password for people to type once: 16 characters without look-alikes, about 92 bits. */
export function newPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  let text = ''
  while (text.length < 16) {
    const byte = randomBytes(1)[0] as number
    if (byte < 256 - (256 % alphabet.length)) text += alphabet[byte % alphabet.length]
  }
  return text
}
