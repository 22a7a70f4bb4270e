/** The rule of what is valid from one moment until another, as `ruleOver` takes it: it ends after it begins. */
export function endsLater({
  validFrom,
  validUntil,
}: {
  readonly validFrom?: unknown
  readonly validUntil?: unknown
}): { field: string; code: string } | undefined {
  if (typeof validFrom !== 'string' || typeof validUntil !== 'string' || validFrom === '' || validUntil === '') return undefined
  return momentOf(validUntil) > momentOf(validFrom) ? undefined : { field: 'validUntil', code: 'check.ends-later' }
}

/** Milliseconds; both of a pair are written in the same way, so that a wall clock may stand for one of UTC. */
const momentOf = (text: string) => Date.parse(text.includes('T') ? text : `${text.replace(' ', 'T')}Z`)
