/** Turns a short staff list into user rows. The same list always gives the same rows. */
import type { OrganisationSeed, PostSeed, RoleSeed, UserSeed } from './tenant.ts'

/** People who share an organisation, a post and roles. */
export interface Staff {
  readonly org: OrganisationSeed['code']
  readonly post: PostSeed['postCode']
  readonly partTimePost?: PostSeed['postCode']
  /** What the part-time post brings along. */
  readonly partTimeRoles?: readonly RoleSeed['roleCode'][]
  readonly roles: readonly RoleSeed['roleCode'][]
  /** Comma-separated: `liming 李明` with its user name, or `Emma Wilson`, whose user name is `emma.wilson`. */
  readonly people: string
}

export interface Company {
  readonly domain: string
  /** Added to the place in the list where numbers are made, so that two tenants do not share theirs. */
  readonly offset: number
  /** User names of accounts that are disabled. */
  readonly disabled: readonly string[]
}

const EIGHTEEN_MONTHS = 547

/** One user for each name, in the order of the list. The first account is the oldest; the others joined at any time since. */
export function peopleOf({ domain, offset, disabled }: Company, staff: readonly Staff[]): UserSeed[] {
  const named = staff.flatMap(({ people, ...shared }) => people.split(',').map((entry) => ({ ...shared, ...nameOf(entry.trim()) })))
  return named.map(({ username, nickname, ...shared }, index) => ({
    username,
    nickname,
    email: `${username}@${domain}`,
    ...numberOf(offset + index, isEnglish(nickname)),
    ...shared,
    status: disabled.includes(username) ? 0 : 1,
    createdDaysAgo: EIGHTEEN_MONTHS - Math.floor(fraction(index * 0.618034) * EIGHTEEN_MONTHS),
  }))
}

function nameOf(entry: string): { username: string; nickname: string } {
  if (isEnglish(entry)) return { username: entry.toLowerCase().replace(' ', '.'), nickname: entry }
  const [username = '', ...nickname] = entry.split(' ')
  return { username, nickname: nickname.join(' ') }
}

const isEnglish = (name: string): boolean => /^[A-Z]/.test(name)
const fraction = (value: number): number => value % 1

const mainland = ['138', '139', '150', '158', '186', '133', '177', '189', '136', '199']

/**
 * A number nobody else of the list has. Abroad it is taken from the ranges kept for fiction: 555-01xx in North America
 * and 07700 900xxx in the United Kingdom. Singapore and mainland China keep none.
 */
function numberOf(place: number, english: boolean): { prefix: string; mobile: string } {
  // 61803399 has no factor in common with 10⁸, so no two places share the eight digits.
  const digits = String((place * 61_803_399) % 100_000_000).padStart(8, '0')
  const abroad = english ? place % 6 : -1
  if (abroad === 1) return { prefix: '1', mobile: `2025550${100 + (place % 100)}` }
  if (abroad === 3) return { prefix: '44', mobile: `7700900${String(place % 1000).padStart(3, '0')}` }
  if (abroad === 5) return { prefix: '65', mobile: `8${digits.slice(1)}` }
  return { prefix: '86', mobile: `${mainland[place % mainland.length]}${digits}` }
}
