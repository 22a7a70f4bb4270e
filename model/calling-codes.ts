/**
 * Calling codes under which subscribers have numbers, as assigned by ITU-T (list of country codes to Recommendation E.164, annex to
 * Operational Bulletin 1114). Those of services without a telephone of one's own (800, 808, 878, 888, 979, 991) are left out. No code begins
 * with another one, so a code and a number name one telephone and never two.
 */
const ASSIGNED =
  '1 7 20 211 212 213 216 218 220-258 260-269 27 290 291 297 298 299 30 31 32 33 34 350-359 36 370-379 380 381 382 383 385 386 387 389 39 ' +
  '40 41 420 421 423 43-49 500-509 51-58 590-599 60-66 670 672-683 685-692 81 82 84 850 852 853 855 856 86 870 880-883 886 ' +
  '90-95 960-968 970-977 98 992-996 998'
/** A calling code with or without its plus. */
export const callingCode = (): RegExp => new RegExp(`^\\+?(?:${ASSIGNED.split(' ').flatMap(spread).join('|')})$`)

function spread(part: string): string[] {
  const [from = '', to = from] = part.split('-')
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => String(Number(from) + at))
}

/** What a number without a calling code is taken for: the one that clients of this family of APIs mean when they send none. */
export const HOME_CALLING_CODE = '86'
