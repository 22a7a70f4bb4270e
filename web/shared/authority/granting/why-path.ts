import type { Kind } from '../../../../model/contract/authority/why.ts'

/** The address of one question of the "why?" page. */
export interface Question {
  readonly userId?: string
  readonly kind: Kind
  readonly item?: string
}

/** The address of the page that explains why somebody may do or see something. */
export function whyPath({ userId, kind, item }: Question): string {
  const query = new URLSearchParams({ ...(userId ? { userId } : {}), kind, ...(item ? { item } : {}) })
  return `/authority/why?${query.toString()}`
}
