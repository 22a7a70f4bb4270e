/**
 * Numbers and texts that the compiler keeps apart although they look alike. A brand exists for the compiler alone: the value is the bare
 * number or text. It is given at the edges, where a unit is read or an identity was established, and nowhere in between.
 */
declare const brand: unique symbol
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }

/** A moment, in microseconds since 1970: what the database keeps, and a double holds exactly. */
export type Micros = Branded<number, 'microseconds'>
/** A moment, in milliseconds since 1970, with fractions: what JavaScript and devices count in. */
export type Millis = Branded<number, 'milliseconds'>

/**
 * The id of a tenant that was found out and not merely sent: by a session, the sign-in of a device, a link, a row of the database. Transactions
 * take no other, so the id in somebody's request opens nothing. Made by the server alone (server/kernel/database/tenant-id.ts).
 */
export type TenantId = Branded<string, 'tenant'>

/** The number as a moment in microseconds. For what the database gives, and for arithmetic on moments. */
export const micros = (time: number) => time as Micros
/** The number as a moment in milliseconds. For clocks, and for arithmetic on moments. */
export const millis = (time: number) => time as Millis

/** From one moment until before another. */
export interface MillisRange {
  readonly from: Millis
  readonly to: Millis
}

/** The range with its ends as moments in milliseconds: for what callers send, and for ranges of clocks. */
export const rangeInMillis = ({ from, to }: { readonly from: number; readonly to: number }): MillisRange => ({
  from: millis(from),
  to: millis(to),
})

/** To the whole microsecond, as it is stored. */
export const toMicros = (time: Millis): Micros => Math.round(time * 1000) as Micros
/** With fractions. */
export const toMillis = (time: Micros): Millis => (time / 1000) as Millis

/** The later one of two moments in one unit. */
export const later = <Moment extends Micros | Millis>(one: Moment, other: Moment): Moment => (one < other ? other : one)
