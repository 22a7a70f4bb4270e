/** Who stands in while somebody is away, and sentences that somebody writes often. All of it is the caller's own. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { optional } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { changed, maybeWhen, optionalComment, person, time, when } from './values.ts'

const ABSENCE = '/activiti/absence'
const PHRASE = '/activiti/phrase'

/** The deputy is asked in one's place, or beside. */
export const ABSENCE_WAYS = ['instead', 'also'] as const
export const MAX_ABSENCES = 20
export const MAX_PHRASES = 50

const absence = z.strictObject({
  id: z.string(),
  deputy: person,
  startTime: when,
  /** Without an end it holds until it is taken back. */
  endTime: maybeWhen,
  way: z.enum(ABSENCE_WAYS),
  /** Categories of processes for which it holds; all where there are none. */
  categories: z.array(z.string()),
  comment: z.nullable(z.string()),
  isNow: z.boolean(),
})
export type Absence = z.output<typeof absence>

/** The caller's absences, the latest first, and whose deputy the caller is now. */
export const queryAbsence = contract({
  method: 'GET',
  path: `${ABSENCE}/queryAbsence`,
  input: z.object({}),
  output: z.strictObject({
    list: z.array(absence),
    /** Categories that there are, to choose from. */
    categories: z.array(z.string()),
    standsInFor: z.array(z.strictObject({ person, endTime: maybeWhen, way: z.enum(ABSENCE_WAYS) })),
  }),
})

/** Adds one, or changes one of the caller's own. With `openTasks` what the caller has now goes to the deputy as well. */
export const saveAbsence = contract({
  method: 'POST',
  path: `${ABSENCE}/saveAbsence`,
  input: z.object({
    id: optional(id),
    deputy: z.string().check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(64)),
    startTime: time,
    endTime: optional(time),
    way: z._default(z.enum(ABSENCE_WAYS), 'instead'),
    categories: z._default(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))).check(z.maxLength(50)), []),
    comment: optionalComment,
    openTasks: z._default(z.boolean(), false),
  }),
  output: z.strictObject({ id: z.string() }),
})
export const deleteAbsence = contract({ method: 'POST', path: `${ABSENCE}/deleteAbsence`, input: z.object({ id }), output: changed })

const phrase = z.strictObject({ id: z.string(), text: z.string(), isShared: z.boolean() })
export type Phrase = z.output<typeof phrase>
const text = z.string().check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(512))

/** The caller's own sentences, and those of the tenant. */
export const queryPhrase = contract({
  method: 'GET',
  path: `${PHRASE}/queryPhrase`,
  input: z.object({}),
  output: z.strictObject({
    list: z.array(phrase),
    /** Whether the caller may change those of the tenant. */
    sharesPhrases: z.boolean(),
  }),
})
export type Phrases = OutputOf<typeof queryPhrase>
export const savePhrase = contract({
  method: 'POST',
  path: `${PHRASE}/savePhrase`,
  input: z.object({ id: optional(id), text }),
  output: z.strictObject({ id: z.string() }),
})
export const deletePhrase = contract({ method: 'POST', path: `${PHRASE}/deletePhrase`, input: z.object({ id }), output: changed })

/** The same of those that everybody of the tenant finds; for those who are granted it. */
export const saveSharedPhrase = contract({
  method: 'POST',
  path: `${PHRASE}/saveSharedPhrase`,
  input: z.object({ id: optional(id), text }),
  output: z.strictObject({ id: z.string() }),
})
export const deleteSharedPhrase = contract({
  method: 'POST',
  path: `${PHRASE}/deleteSharedPhrase`,
  input: z.object({ id }),
  output: changed,
})
