/**
 * The parameters the system itself reads: their types, bounds and defaults. Their texts are `param.<key>` and
 * `param.<key>.help`. A change takes effect with the next request (server/kernel/runtime/settings.ts).
 */
import { daysIn, hoursIn } from '../calendar.ts'
import { isZone } from '../zone.ts'

/** `tenant`: every tenant has its own. `platform`: there is one, the platform tenant's. */
type Scope = 'tenant' | 'platform'

export type KnownParameter = { readonly scope: Scope } & (
  | {
      readonly type: 'integer'
      readonly min: number
      readonly max: number
      readonly initial: number
      readonly isUnlimitedAtZero?: boolean
      readonly unit?: 'minutes' | 'hours' | 'days' | 'megabytes' | 'rows' | 'characters'
    }
  | { readonly type: 'boolean'; readonly initial: boolean }
  /** One of the words. */
  | { readonly type: 'choice'; readonly of: readonly string[]; readonly initial: string }
  /** A time zone as IANA names it; empty: the server's. */
  | { readonly type: 'zone'; readonly initial: '' }
  /** Some of the words, comma-joined. */
  | { readonly type: 'words'; readonly of: readonly string[]; readonly initial: readonly string[] }
  /** Names of hosts, comma-joined; `*.example.com` stands for all below. */
  | { readonly type: 'hosts'; readonly initial: readonly string[] }
  /** Days and times of day, comma-joined (model/calendar.ts). */
  | { readonly type: 'days'; readonly initial: readonly string[] }
  | { readonly type: 'hours'; readonly initial: readonly string[] }
  /** Numbers of days by names, comma-joined: `leave=365`; `*` for whatever is not named. */
  | { readonly type: 'spans'; readonly initial: readonly string[] }
)

type Unit = NonNullable<Extract<KnownParameter, { type: 'integer' }>['unit']>

const whole = (initial: number, min: number, max: number, unit?: Unit, scope: Scope = 'tenant') =>
  ({ type: 'integer', scope, min, max, initial, ...(unit ? { unit } : {}) }) as const
const yes = (initial: boolean, scope: Scope = 'tenant') => ({ type: 'boolean', scope, initial }) as const

/** What a password can be asked to contain. */
export const passwordClasses = ['lower', 'upper', 'digit', 'symbol'] as const

/** Who has to show more than a password when signing in: nobody can, whoever wants to, administrators, everybody. */
export const secondFactorPolicies = ['off', 'allowed', 'administrators', 'everybody'] as const
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number]

/** In the order of the week. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export const knownParameters = {
  'password.minLength': whole(6, 6, 31, 'characters'),
  'password.needs': { type: 'words', scope: 'tenant', of: passwordClasses, initial: [] },
  'password.history': { ...whole(1, 0, 10), isUnlimitedAtZero: true },
  'password.maxAgeDays': { ...whole(0, 0, 3650, 'days'), isUnlimitedAtZero: true },
  'password.changeFirst': yes(true),
  'signIn.maxAttempts': whole(5, 1, 20),
  'signIn.lockMinutes': whole(15, 1, 1440, 'minutes'),
  'signIn.secondFactor': { type: 'choice', scope: 'tenant', of: secondFactorPolicies, initial: 'allowed' },
  'signIn.passkeys': yes(true),
  'signIn.captchaAfter': { ...whole(3, 0, 20), isUnlimitedAtZero: true },
  'signIn.sms': yes(true),
  'register.open': yes(false),
  'session.accessMinutes': whole(30, 1, 720, 'minutes'),
  'session.refreshDays': whole(7, 1, 90, 'days'),
  'session.absoluteHours': whole(12, 1, 720, 'hours'),
  'upload.maxMegabytes': whole(10, 1, 10, 'megabytes'),
  'file.userMegabytes': { ...whole(10_240, 0, 100_000_000, 'megabytes'), isUnlimitedAtZero: true },
  'file.versions': whole(10, 0, 100),
  'file.recycleDays': whole(30, 1, 3650, 'days'),
  'upload.largeMegabytes': whole(10_240, 1, 1_048_576, 'megabytes'),
  'process.httpHosts': { type: 'hosts', scope: 'tenant', initial: [] },
  'process.workdays': { type: 'words', scope: 'tenant', of: WEEKDAYS, initial: ['mon', 'tue', 'wed', 'thu', 'fri'] },
  'process.workHours': { type: 'hours', scope: 'tenant', initial: ['08:00-12:00', '13:00-17:00'] },
  'process.holidays': { type: 'days', scope: 'tenant', initial: [] },
  'process.extraWorkdays': { type: 'days', scope: 'tenant', initial: [] },
  'process.keepDays': { type: 'spans', scope: 'tenant', initial: [] },
  'time.zone': { type: 'zone', scope: 'tenant', initial: '' },
  'report.dayBegins': whole(0, 0, 23),
  'export.jobRows': whole(20_000, 1000, 1_000_000, 'rows'),
  'log.queries': yes(false),
  'backup.daily': yes(true, 'platform'),
  'backup.hour': whole(3, 0, 23, undefined, 'platform'),
  'backup.keep': whole(14, 1, 365, undefined, 'platform'),
  'acquisition.pointsPerSecond': whole(50_000, 1, 1_000_000, undefined, 'platform'),
  'acquisition.shortDays': whole(30, 1, 36_500, 'days', 'platform'),
  'acquisition.standardDays': whole(400, 1, 36_500, 'days', 'platform'),
  'acquisition.longDays': whole(3660, 1, 36_500, 'days', 'platform'),
  'acquisition.minuteDays': whole(400, 31, 36_500, 'days', 'platform'),
} as const satisfies Record<string, KnownParameter>

const HOST = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$|^\[[0-9a-f:.]+\]$/
const MAX_HOSTS = 50
/** A name and a number of days, up to a hundred years. */
const SPAN = /^[^,=]{0,63}[^,=\s]\s*=\s*(?:[1-9]\d{0,3}|[12]\d{4}|3[0-5]\d{3}|36[0-4]\d{2}|36500)$/u
const MAX_SPANS = 100

/** Returns the days by names of a parameter of the type `spans`. */
export const daysByName = (spans: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    spans.map((span) => {
      const at = span.lastIndexOf('=')
      return [span.slice(0, at).trim(), Number(span.slice(at + 1))] as const
    }),
  )

export type ParameterKey = keyof typeof knownParameters
export const parameterKeys = Object.keys(knownParameters) as ParameterKey[]

type Value<P> = P extends { type: 'integer' }
  ? number
  : P extends { type: 'boolean' }
    ? boolean
    : P extends { type: 'choice'; of: readonly (infer Word)[] }
      ? Word
      : P extends { type: 'zone' }
        ? string
        : P extends { type: 'hosts' | 'days' | 'hours' | 'spans' }
          ? readonly string[]
          : P extends { of: readonly (infer Word)[] }
            ? readonly Word[]
            : never
export type Settings = { readonly [Key in ParameterKey]: Value<(typeof knownParameters)[Key]> }

/** The declaration of a parameter that the system reads; `undefined` for any other key. */
export function knownParameter(key: unknown): KnownParameter | undefined {
  return typeof key === 'string' && Object.hasOwn(knownParameters, key) ? knownParameters[key as ParameterKey] : undefined
}

/** The text a value is stored and shown as. */
export function textOfSetting(value: number | boolean | string | readonly string[]): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** The value a stored text stands for, or nothing where it stands for none. */
export function settingOf(
  parameter: KnownParameter,
  stored: string | null | undefined,
): number | boolean | string | readonly string[] | undefined {
  const text = (stored ?? '').trim()
  switch (parameter.type) {
    case 'integer':
      return /^\d{1,9}$/.test(text) && Number(text) >= parameter.min && Number(text) <= parameter.max ? Number(text) : undefined
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'choice':
      return parameter.of.includes(text) ? text : undefined
    case 'zone':
      return text === '' || isZone(text) ? text : undefined
    case 'hosts': {
      const hosts = text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((host) => host.toLowerCase())
      return hosts.length <= MAX_HOSTS && hosts.every((host) => HOST.test(host)) ? hosts : undefined
    }
    case 'days':
      return daysIn(text)
    case 'hours':
      return hoursIn(text)
    case 'spans': {
      const spans = text
        .split(',')
        .map((span) => span.trim())
        .filter(Boolean)
      const names = spans.map((span) => span.slice(0, span.lastIndexOf('=')).trim())
      return spans.length <= MAX_SPANS && spans.every((span) => SPAN.test(span)) && new Set(names).size === names.length ? spans : undefined
    }
    case 'words': {
      const words = text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean)
      return words.every((word) => parameter.of.includes(word)) ? parameter.of.filter((word) => words.includes(word)) : undefined
    }
  }
}

/** Of words none is a value, and nothing stored is none. */
const given = (key: ParameterKey, stored: string | null | undefined) =>
  stored === null || stored === undefined ? undefined : settingOf(knownParameters[key], stored)

/** All settings; what is not stored, or stands for nothing, has its default. */
export function settingsOf(stored: Readonly<Record<string, string | null>>): Settings {
  return Object.fromEntries(
    parameterKeys.map((key) => [key, given(key, stored[key]) ?? knownParameters[key].initial]),
  ) as unknown as Settings
}
