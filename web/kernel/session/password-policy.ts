/**
 * What a tenant asks of its passwords. Only their MD5 leaves the browser, so that nobody but the forms can check it; that a
 * former password does not come back is the server's to refuse.
 */
import type { PasswordPolicy } from '../../../model/contract/account/passwords.ts'
import type { Translate } from '../../../model/labels/index.ts'
import { publicParameters, usePublicParameters } from './public-parameters.ts'

type PasswordClass = PasswordPolicy['needs'][number]

/** Section 9 of the specification. */
const MAX_PASSWORD_LENGTH = 31

/** What is asked of passwords, as the server says; its usual values until then. */
export const usePasswordPolicy = (wanted = true): PasswordPolicy => usePublicParameters(wanted).password

/** The policy the forms know at the moment, for checks outside of a component. */
export const passwordPolicy = (): PasswordPolicy => publicParameters().password

const patterns: Record<PasswordClass, RegExp> = {
  lower: /\p{Lowercase_Letter}/u,
  upper: /\p{Uppercase_Letter}/u,
  digit: /\d/,
  symbol: /[^\p{Letter}\p{Number}\s]/u,
}

/** What is wrong with a new password, or nothing. */
export function wrongWithPassword(plain: string, field: string, { minLength, needs }: PasswordPolicy, t: Translate): string | undefined {
  if (plain.length < minLength || plain.length > MAX_PASSWORD_LENGTH)
    return t('check.length', { field, min: minLength, max: MAX_PASSWORD_LENGTH })
  const missing = needs.filter((need) => !patterns[need].test(plain))
  return missing.length > 0 ? t('check.password-needs', { field, classes: classesOf(missing, t) }) : undefined
}

/** The policy as a sentence. */
export function wordsOfPolicy({ minLength, needs }: PasswordPolicy, t: Translate): string {
  return needs.length > 0
    ? t('password.policy-with', { min: minLength, classes: classesOf(needs, t) })
    : t('password.policy', { min: minLength })
}

function classesOf(classes: readonly PasswordClass[], t: Translate): string {
  return classes.map((one) => t(`parameters.value.${one}`)).join(t('common.between'))
}
