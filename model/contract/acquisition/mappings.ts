/** What is asked of mappings and of messages that could not be read, beside what every noun has. */
import * as z from 'zod/mini'
import { PRESETS } from '../../acquisition/mapping/presets.ts'
import { typeMappings } from '../../acquisition/type-mappings.ts'
import { MESSAGE_FAULTS, MESSAGE_SOURCES } from '../../acquisition/mapping/choices.ts'
import { id, idList } from '../../fields.ts'
import { optional, uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { flag } from '../resources.ts'

/** Gives a device type the rules of a preset; answers with their number. */
export const addMappingPreset = contract({
  method: 'POST',
  path: '/acquisition/typemapping/addMappingPreset',
  input: z.strictObject({ deviceTypeId: id, preset: z.enum(PRESETS) }),
  output: z.strictObject({ added: z.int() }),
})

/** Without ids: all that is kept. `left` is how many messages still hold something that cannot be stored. */
export const rereadUnparsedMessage = contract({
  method: 'POST',
  path: '/acquisition/unparsedmessage/rereadUnparsedMessage',
  input: z.strictObject({ id: z.optional(idList(1000)) }),
  output: z.strictObject({ read: z.int(), left: z.int(), stored: z.int(), corrected: z.int(), repeated: z.int() }),
})

export type Reread = OutputOf<typeof rereadUnparsedMessage>

/** Bytes of a message that are told where it is not asked for as a whole. */
export const MAX_SHOWN_BYTES = 16_384

/**
 * A message as text, of a long one its beginning unless `whole` is asked for; `deviceTypeId` is null where its device has no type, or for
 * whoever does not see it.
 */
export const queryMessageText = contract({
  method: 'GET',
  path: '/acquisition/unparsedmessage/queryMessageText',
  input: z.object({ id: uuid, whole: optional(flag) }),
  output: z.strictObject({
    messageSource: z.enum(MESSAGE_SOURCES),
    topic: z.nullable(z.string()),
    userProperties: z.nullable(z.record(z.string(), z.string())),
    text: z.string(),
    isWhole: z.boolean(),
    /** Of the whole message. */
    bytes: z.int(),
    deviceTypeId: z.nullable(z.string()),
  }),
})

export type MessageText = OutputOf<typeof queryMessageText>

/** Characters of a message that is tried. */
export const MAX_TRIED = 262_144

const {
  messageSource,
  topicFilter,
  messageFormat,
  valuePath,
  pointKey,
  sourceUnit,
  scale,
  valueOffset,
  valueWords,
  timePath,
  timeFormat,
  timeZone,
} = typeMappings.fields
const given = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.nullable(schema))

const match = z.strictObject({
  place: z.string(),
  /** As JSON, its beginning. */
  raw: z.string(),
  key: z.string(),
  unit: z.nullable(z.string()),
  value: z.nullable(z.number()),
  /** Milliseconds since 1970; null: when it arrives. */
  time: z.nullable(z.number()),
  fault: z.nullable(z.enum(MESSAGE_FAULTS)),
  isLeftOut: z.boolean(),
})
const tried = z.strictObject({
  /** Null for the rule that is being written. */
  ruleName: z.nullable(z.string()),
  state: z.enum(['read', 'not-there', 'elsewhere', 'ignored', 'no-rule']),
  /** Why it is no rule, in words. */
  reason: z.nullable(z.string()),
  matches: z.array(match),
})

/** What the rules of a type, or one that is being written, make of a message. Nothing is stored. */
export const tryTypeMapping = contract({
  method: 'POST',
  path: '/acquisition/typemapping/tryTypeMapping',
  input: z.strictObject({
    deviceTypeId: id,
    messageSource: messageSource.check,
    topic: optional(z.string().check(z.maxLength(1024))),
    /** Of a message over MQTT 5. */
    userProperties: z.optional(z.record(z.string().check(z.maxLength(1024)), z.string().check(z.maxLength(65_535)))),
    text: z.string().check(z.maxLength(MAX_TRIED)),
    rule: z.optional(
      z.object({
        messageSource: given(messageSource.check),
        topicFilter: given(topicFilter.check),
        messageFormat: given(messageFormat.check),
        valuePath: given(valuePath.check),
        pointKey: given(pointKey.check),
        sourceUnit: given(sourceUnit.check),
        scale: given(scale.check),
        valueOffset: given(valueOffset.check),
        valueWords: given(valueWords.check),
        timePath: given(timePath.check),
        timeFormat: given(timeFormat.check),
        timeZone: given(timeZone.check),
      }),
    ),
  }),
  output: z.strictObject({
    rules: z.array(tried),
    values: z.int(),
    refused: z.int(),
    /** What is wrong with the message as a whole. */
    faults: z.array(z.strictObject({ code: z.enum(MESSAGE_FAULTS), at: z.string() })),
  }),
})

export type Tried = OutputOf<typeof tryTypeMapping>
