/** A screen as a file: its document, and by what other systems find what it names. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import type { ScreenDocument } from '../../screens/document.ts'
import { REFERRED } from '../../screens/references.ts'
import { lineOf, unreadObject } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { SCREEN_PATH } from './screens.ts'

const content = z.record(z.string(), z.unknown()) as unknown as z.ZodMiniType<ScreenDocument>
const given = unreadObject as unknown as z.ZodMiniType<ScreenDocument, Record<string, unknown>>

/** PostgreSQL holds neither U+0000 nor half of a character. */
const part = z.string().check(
  z.maxLength(256),
  z.refine((text) => !text.includes('\u0000') && text.isWellFormed()),
)
/** By which names a row is found: a point by the code of its device and its key, a device by its code, a picture by its checksum. */
const need = z.strictObject({
  of: z.enum(REFERRED),
  id: z.string().check(z.maxLength(36)),
  key: z.array(part).check(z.minLength(1), z.maxLength(2)),
})
export type ScreenNeed = z.output<typeof need>

/** Of one screen: more points than any page shows, and what else it names. */
export const MAX_NEEDS = 20_000

/** The draft with all that it needs. Whoever is not told all of its figures, or what its points are, has no file of it. */
export const downloadScreenFile = contract({
  method: 'GET',
  path: `${SCREEN_PATH}/downloadScreenFile`,
  input: z.object({ id }),
  output: z.strictObject({
    kind: z.literal('outstation-screen'),
    format: z.literal(1),
    screenName: z.string(),
    content,
    needs: z.array(need),
  }),
})
export type ScreenFile = OutputOf<typeof downloadScreenFile>

/**
 * A new screen of a file. What the file names is looked for in this tenant by its names; what is not found there is taken out of the document and told, with
 * how often it stood there.
 */
export const importScreenFile = contract({
  method: 'POST',
  path: `${SCREEN_PATH}/importScreenFile`,
  input: z.strictObject({
    screenName: lineOf(64),
    content: given,
    needs: z._default(z.array(need).check(z.maxLength(MAX_NEEDS)), []),
  }),
  output: z.strictObject({
    id: z.string(),
    missing: z.array(z.strictObject({ of: z.enum(REFERRED), key: z.array(z.string()), count: z.int() })),
  }),
})
export type ImportedScreen = OutputOf<typeof importScreenFile>
