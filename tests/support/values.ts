/** Values for any field of any noun, made from the declaration alone, so that a new noun is tested without a line for it. */
import { randomBytes, randomInt } from 'node:crypto'
import type { Field } from '../../model/fields.ts'
import { resources } from '../../model/index.ts'
import { limitsOf } from '../../model/messages.ts'
import type { Resource } from '../../model/resource.ts'
import { writableFields } from '../../model/resource.ts'
import { newId } from '../../server/kernel/secrets.ts'
import { unique, uniqueMobile } from './builders.ts'
import type { Client } from './client.ts'

/** The four standard calls of a noun. */
export function pathsOf({ api: { base, noun } }: Resource) {
  return { query: `/api${base}/query${noun}`, add: `/api${base}/add${noun}`, update: `/api${base}/update${noun}`, delete: `/api${base}/delete${noun}` }
}

export function nounNamed(name: string): Resource | undefined {
  return Object.values<Resource>(resources).find((of) => of.name === name)
}

/** An id of the right form that no row has. */
export const absentId = newId

/** A new value a plain field accepts: the first of a word, an address, a number, a country code and a hash that fits. */
export function valueOf(field: Field): string | number {
  if (field.kind === 'integer') return randomInt(limitsOf(field).min ?? 0, (limitsOf(field).max ?? 1000) + 1)
  if (field.options) return field.options[0] as string | number
  const word = `w${unique()}`
  const fitting = [word, `${word}@example.com`, uniqueMobile(), '86', randomBytes(16).toString('hex')].find((value) => field.check.safeParse(value).success)
  if (fitting === undefined) throw new Error('no generator for this field: teach tests/support/values.ts its form')
  return fitting
}

/** A text of exactly `length` characters in the form of the field. */
export function textOf(field: Field, length: number): string {
  const sample = String(valueOf(field))
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  if (length >= sample.length) return 'a'.repeat(length - sample.length) + sample
  return Array.from({ length }, () => letters[randomInt(26)]).join('')
}

/** A body that adds a row of `of`. What it points at is added first, through the same calls. */
export async function newValues(client: Client, of: Resource, changes: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const name of writableFields(of, 'add')) {
    if (!(name in changes)) values[name] = await valueFor(client, of, name)
  }
  return { ...values, ...changes }
}

async function valueFor(client: Client, of: Resource, name: string): Promise<unknown> {
  const field = of.fields[name] as Field
  if (name === of.parent) return '0'
  const target = field.link && nounNamed(field.link.to)
  if (!target) return valueOf(field)
  const { id } = await addRow(client, target)
  return field.kind === 'references' ? [id] : id
}

export interface AddedRow { id: string; values: Record<string, unknown> }

/** @throws Error when the row is refused. */
export async function addRow(client: Client, of: Resource, changes: Record<string, unknown> = {}): Promise<AddedRow> {
  const values = await newValues(client, of, changes)
  const answer = await client.post<{ id: string }>(pathsOf(of).add, values)
  if (answer.http !== 200) throw new Error(`${of.name} could not be added: ${answer.http} ${JSON.stringify(answer.errors ?? answer.message)}`)
  return { id: answer.data.id, values }
}

/** Keys no write may take from a client, whatever the noun. */
export const forbiddenKeys = [
  'tenantId', 'tenant_id', 'createTime', 'created_at', 'createdAt', 'updateTime', 'updated_at', 'passwordHash', 'password_hash', 'isAdmin',
  'roles', 'children', 'allowed', 'fields', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty',
] as const

/** JSON text of `values` with one more key; written as text, because an object literal would swallow `__proto__`. */
export function withKey(values: Record<string, unknown>, key: string, value: unknown): string {
  return `${JSON.stringify(values).slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(value)}}`
}
