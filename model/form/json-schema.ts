/**
 * Forms as JSON Schema (draft 2020-12) and back. What is kept of an entry is valid by the schema of its form; conditions, calculations and
 * the look of the page, for which JSON Schema has no words, stand in annotations (`x-…`) that other programs leave alone.
 */
import type { FormColumn, FormDefinition, FormField, Texts } from './definition.ts'
import { FORM_DEFINITION, MAX_COLUMNS, MAX_FIELDS, textIn } from './definition.ts'
import type { FieldKind } from './kinds.ts'
import { KINDS } from './kinds.ts'

type Schema = Readonly<Record<string, unknown>>

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const UUID: Schema = { type: 'string', format: 'uuid' }

/** The JSON Schema of what is kept of the form's entries, with titles in the language. @param title Of the form */
export function toJsonSchema(definition: FormDefinition, title: string, language: keyof Texts): Schema {
  const { fields, layout, print } = definition
  return {
    $schema: DIALECT,
    title,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.id, propertyOf(field, language)])),
    required: fields.filter(isAlwaysThere).map(({ id }) => id),
    additionalProperties: false,
    'x-layout': layout,
    ...(print ? { 'x-print': print } : {}),
  }
}

/** Whether no entry can be without it. Given and calculated values may be missing, and so may what is shown at times. */
const isAlwaysThere = ({ kind, required, visibleWhen, compute, readOnlyWhen }: FormColumn): boolean =>
  required === true && !visibleWhen && !compute && !readOnlyWhen && !KINDS[kind].isGiven

function propertyOf(part: FormField | FormColumn, language: keyof Texts): Schema {
  return {
    title: textIn(part.labels, language),
    ...(part.help ? { description: textIn(part.help, language) } : {}),
    ...shapeOf(part, language),
    'x-field': part,
  }
}

function shapeOf(part: FormField | FormColumn, language: keyof Texts): Schema {
  const { kind, minLength, maxLength, minCount, maxCount, decimals, least, greatest, choices } = part
  const given = (members: Record<string, unknown>) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  const number = (bound: string | undefined) => (bound === undefined ? undefined : Number(bound))
  const items = { ...given({ minItems: minCount, maxItems: maxCount }) }
  const values = choices?.map(({ value, labels }) => ({ const: value, title: textIn(labels, language) }))
  switch (kind) {
    case 'number':
    case 'slider':
      return { type: 'number', ...given({ minimum: number(least), maximum: number(greatest) }) }
    case 'integer':
      return { type: 'integer', ...given({ minimum: number(least), maximum: number(greatest) }) }
    case 'rating':
      return { type: 'integer', minimum: 1, maximum: Number(greatest ?? 5) }
    case 'money':
      return { type: 'string', pattern: `^-?\\d+${(decimals ?? 2) === 0 ? '' : `\\.\\d{${decimals ?? 2}}`}$` }
    case 'switch':
      return { type: 'boolean' }
    case 'radio':
    case 'select':
      return { type: 'string', oneOf: values }
    case 'checkboxes':
    case 'multi-select':
      return { type: 'array', items: { oneOf: values }, uniqueItems: true, ...items }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'moment':
      return { type: 'string', format: 'date-time' }
    case 'time':
      return { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' }
    case 'date-range':
      return { type: 'array', items: { type: 'string', format: 'date' }, minItems: 2, maxItems: 2 }
    case 'region':
    case 'organisation':
    case 'user':
    case 'role':
    case 'post':
    case 'device':
    case 'reference':
      return UUID
    case 'reading':
      return object({
        point: UUID,
        value: { type: ['number', 'null'] },
        quality: { type: 'integer' },
        at: { type: 'string', format: 'date-time' },
      })
    case 'files':
    case 'pictures':
      return { type: 'array', items: object({ id: UUID, name: { type: 'string', maxLength: 255 } }), ...items }
    case 'signature':
      return object({ id: UUID })
    case 'location':
      return {
        type: 'object',
        properties: {
          longitude: { type: 'number', minimum: -180, maximum: 180 },
          latitude: { type: 'number', minimum: -90, maximum: 90 },
          name: { type: 'string' },
        },
        required: ['longitude', 'latitude'],
      }
    case 'table': {
      const columns = (part as FormField).columns ?? []
      return {
        type: 'array',
        items: {
          type: 'object',
          properties: Object.fromEntries(columns.map((column) => [column.id, propertyOf(column, language)])),
          required: columns.filter(isAlwaysThere).map(({ id }) => id),
          additionalProperties: false,
        },
        ...items,
      }
    }
    default:
      // A text that is empty is not kept; a calculated one is not measured.
      return { type: 'string', ...(part.compute ? {} : given({ minLength, maxLength })) }
  }
}

const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties, required: Object.keys(properties) })

/** A form made of a schema, and the names of what could not be understood. */
export interface ReadSchema {
  readonly definition: FormDefinition
  readonly left: readonly string[]
}

/** The form that a JSON Schema describes; undefined where it describes no object. One that a form was written to comes back as it was. */
export function fromJsonSchema(schema: unknown): ReadSchema | undefined {
  const { properties, required, 'x-layout': layout, 'x-print': print } = record(schema)
  if (typeof properties !== 'object' || properties === null) return undefined
  const left: string[] = []
  const own = FORM_DEFINITION.safeParse({
    schema: 1,
    fields: Object.values(properties).map((property) => record(property)['x-field']),
    layout: layout ?? [],
    ...(print === undefined ? {} : { print }),
  })
  if (own.success) return { definition: own.data, left }
  const ids = new Ids()
  const fields: FormField[] = []
  for (const [name, property] of Object.entries(properties)) {
    const field = fields.length < MAX_FIELDS ? fieldOf(name, record(property), isAmong(required, name), ids, left) : undefined
    if (field) fields.push(field)
    else left.push(name)
  }
  const definition: FormDefinition = { schema: 1, fields, layout: fields.map(({ id }) => ({ part: 'field', field: id })) }
  const checked = FORM_DEFINITION.safeParse(definition)
  return checked.success ? { definition: checked.data, left } : undefined
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
const isAmong = (list: unknown, name: string): boolean => Array.isArray(list) && list.includes(name)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)
const countOf = (value: unknown): number | undefined => (Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined)
const boundOf = (value: unknown): string | undefined => (typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined)
const everyLanguage = (text: string): Texts => ({ zh: text, tw: text, en: text })

/** Ids and names for fields that have none of ours. */
class Ids {
  #last = 0
  next(): string {
    this.#last += 1
    return `f${this.#last}`
  }
  /** The name as it may stand in a form: letters, digits and underscores, beginning with a letter. */
  name(given: string): string {
    const name = given.replace(/[^\p{L}\p{N}_]+/gu, '_').slice(0, 60)
    return /^\p{L}/u.test(name) ? name : `f_${name}`.slice(0, 60)
  }
}

function fieldOf(name: string, property: Record<string, unknown>, required: boolean, ids: Ids, left: string[]): FormField | undefined {
  const kind = kindOf(property)
  if (!kind) return undefined
  const id = ids.next()
  const help = textOf(property['description'])
  const field: Record<string, unknown> = {
    id,
    name: ids.name(name),
    kind,
    labels: everyLanguage((textOf(property['title']) ?? name).slice(0, 64)),
    ...(help ? { help: everyLanguage(help.slice(0, 500)) } : {}),
    ...(required ? { required } : {}),
  }
  const setMember = (member: string, value: unknown) => {
    if (value !== undefined) field[member] = value
  }
  const { rules } = KINDS[kind]
  if (rules.includes('minLength')) setMember('minLength', countOf(property['minLength']))
  if (rules.includes('maxLength')) setMember('maxLength', countOf(property['maxLength']))
  if (rules.includes('least')) setMember('least', boundOf(property['minimum']))
  if (rules.includes('greatest')) setMember('greatest', boundOf(property['maximum']))
  if (rules.includes('minCount')) setMember('minCount', countOf(property['minItems']))
  if (rules.includes('maxCount')) setMember('maxCount', countOf(property['maxItems']))
  if (rules.includes('choices')) setMember('choices', choicesOf(kind === 'multi-select' ? record(property['items']) : property))
  if (kind === 'table') setMember('columns', columnsOf(name, record(property['items']), ids, left))
  return kind === 'table' && !field['columns'] ? undefined : (field as unknown as FormField)
}

function columnsOf(table: string, { properties, required }: Record<string, unknown>, ids: Ids, left: string[]): FormColumn[] | undefined {
  const columns: FormColumn[] = []
  for (const [name, property] of Object.entries(record(properties))) {
    const column = columns.length < MAX_COLUMNS ? fieldOf(name, record(property), isAmong(required, name), ids, left) : undefined
    if (column && !KINDS[column.kind].isWide) columns.push(column)
    else left.push(`${table}.${name}`)
  }
  return columns.length > 0 ? columns : undefined
}

/** The kind that fits best; undefined for what no field of a form can hold. */
function kindOf(property: Record<string, unknown>): FieldKind | undefined {
  const { type, format, items, enum: members, oneOf } = property
  if (choicesOf(property)) return 'select'
  if (members !== undefined || oneOf !== undefined) return undefined
  if (type === 'boolean') return 'switch'
  if (type === 'integer') return 'integer'
  if (type === 'number') return 'number'
  if (type === 'array') {
    if (choicesOf(record(items))) return 'multi-select'
    return record(items)['type'] === 'object' ? 'table' : undefined
  }
  if (type !== 'string') return undefined
  if (format === 'date') return 'date'
  if (format === 'date-time') return 'moment'
  if (format === 'time') return 'time'
  return (countOf(property['maxLength']) ?? 0) > 255 ? 'lines' : 'text'
}

/** Choices of texts: `enum`, or `oneOf` constants with titles. */
function choicesOf({ enum: members, oneOf }: Record<string, unknown>): NonNullable<FormField['choices']> | undefined {
  const given: unknown[] = Array.isArray(members) ? members.map((member) => ({ const: member })) : Array.isArray(oneOf) ? oneOf : []
  const choices = given.map(record).map(({ const: value, title }) => ({ value, labels: everyLanguage(textOf(title) ?? String(value)) }))
  const isOfTexts = choices.length > 0 && choices.every(({ value }) => typeof value === 'string' && value !== '')
  return isOfTexts ? (choices as NonNullable<FormField['choices']>) : undefined
}
