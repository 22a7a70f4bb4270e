/** The kinds of field a form can have: what designer, renderer, check, lists and exports ask about a kind stands here, once. */
import type { Type } from '../expression/operators.ts'

/** What may be said of a field of some kinds and not of others, by the member of the field that says it. */
export type RuleName =
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'least'
  | 'greatest'
  | 'decimals'
  | 'minCount'
  | 'maxCount'
  | 'choices'
  | 'dictionary'
  | 'fileTypes'
  | 'unit'
  | 'columns'
  | 'noun'

/** Nouns of the product whose rows a field can name. */
export const NAMED_NOUNS = ['users', 'roles', 'posts', 'organisations', 'regions', 'devices', 'points', 'sites', 'projects'] as const
export type NamedNoun = (typeof NAMED_NOUNS)[number]

interface Kind {
  /** What its value is in an expression; absent where nothing can be calculated with it. */
  readonly type?: Type
  readonly rules: readonly RuleName[]
  /** The noun of which the value names a row. */
  readonly of?: NamedNoun
  /** It cannot stand in a row of a sub-table. */
  readonly isWide?: true
  /** The server gives its value, nobody writes it. */
  readonly isGiven?: true
}

const kind = (type: Type | undefined, rules: readonly RuleName[] = [], more: Pick<Kind, 'of' | 'isWide' | 'isGiven'> = {}): Kind => ({
  ...(type ? { type } : {}),
  rules,
  ...more,
})
const LENGTH = ['minLength', 'maxLength'] as const
const RANGE = ['least', 'greatest'] as const
const COUNT = ['minCount', 'maxCount'] as const

const kinds = {
  text: kind('text', [...LENGTH, 'pattern']),
  lines: kind('text', LENGTH),
  'rich-text': kind(undefined, LENGTH, { isWide: true }),
  number: kind('number', [...RANGE, 'decimals', 'unit']),
  integer: kind('number', [...RANGE, 'unit']),
  /** Decimal text, so that nothing is lost of it; `unit` is the currency. */
  money: kind('number', [...RANGE, 'decimals', 'unit']),
  slider: kind('number', [...RANGE, 'decimals', 'unit']),
  rating: kind('number', ['greatest']),
  switch: kind('truth'),
  radio: kind('text', ['choices']),
  select: kind('text', ['choices']),
  checkboxes: kind('texts', ['choices', ...COUNT]),
  'multi-select': kind('texts', ['choices', ...COUNT]),
  dictionary: kind('text', ['dictionary']),
  date: kind('date'),
  moment: kind('moment'),
  /** Of a day, `08:30`. */
  time: kind('text'),
  'date-range': kind(undefined),
  region: kind('text', [], { of: 'regions' }),
  organisation: kind('text', [], { of: 'organisations' }),
  user: kind('text', [], { of: 'users' }),
  role: kind('text', [], { of: 'roles' }),
  post: kind('text', [], { of: 'posts' }),
  device: kind('text', [], { of: 'devices' }),
  /** A row of a noun that the form chooses. */
  reference: kind('text', ['noun']),
  /** A point with the reading that it had when the field was filled in: value, quality and time. */
  reading: kind('number', [], { of: 'points' }),
  files: kind(undefined, ['fileTypes', ...COUNT], { isWide: true }),
  pictures: kind(undefined, [...COUNT], { isWide: true }),
  signature: kind(undefined, [], { isWide: true }),
  /** Longitude and latitude (WGS 84). */
  location: kind(undefined),
  /** What a QR code or a barcode says. */
  code: kind('text', LENGTH),
  /** Rows of columns. */
  table: kind(undefined, ['columns', ...COUNT], { isWide: true }),
  /** A number that goes on by one with each entry. */
  serial: kind('text', [], { isGiven: true }),
} as const satisfies Record<string, Kind>

export type FieldKind = keyof typeof kinds
export const FIELD_KINDS = Object.keys(kinds) as [FieldKind, ...FieldKind[]]
export const KINDS: Readonly<Record<FieldKind, Kind>> = kinds
