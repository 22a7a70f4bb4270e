/** What the log has beside the operations of every noun: single entries, the history of a row, and the chain of hashes. */
import * as z from 'zod/mini'
import { deviceAttachments } from '../../acquisition/device-attachments.ts'
import { LOG_TYPES } from '../../admin/logs.ts'
import { id } from '../../fields.ts'
import { logs, resources } from '../../index.ts'
import { HISTORY_PATH } from '../../resource.ts'
import { rowSchema } from '../../rows.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { rowIds } from '../resources.ts'

const PATH = '/admin/syslog'

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])

/** One field of a change, with its values as the calls of the noun take them and as people read them. */
const fieldChange = z.strictObject({
  field: z.string(),
  label: z.string(),
  /** Of links `from` holds what was removed and `to` what was added; of anything else the value before and after. */
  links: z.boolean(),
  from: value,
  to: value,
  fromCn: z.string(),
  toCn: z.string(),
  /** Of links: what each of them is called. */
  names: z.optional(z.record(z.string(), z.string())),
})
export type FieldChange = z.output<typeof fieldChange>

const verb = z.enum(['add', 'update', 'delete'])

const parameter = z.strictObject({ name: z.string(), label: z.string(), value: z.string() })
export type LoggedParameter = z.output<typeof parameter>

const difference = z.strictObject({
  noun: z.string(),
  nounCn: z.string(),
  rowId: z.string(),
  name: z.string(),
  verb,
  /** False where the caller may not read the noun: then nothing is told but that there was a change. */
  visible: z.boolean(),
  changes: z.array(fieldChange),
})
export type LoggedDifference = z.output<typeof difference>

/** One entry with what the list has no room for: the parameters, the error, and what the operation changed. */
export const querySysLogDetail = contract({
  method: 'GET',
  path: `${PATH}/querySysLogDetail`,
  input: z.object({ id }),
  output: z.strictObject({
    row: rowSchema(logs),
    operationId: z.string(),
    error: z.nullable(z.string()),
    /** Null where the caller may not read the noun the call was about. */
    parameters: z.nullable(z.array(parameter)),
    differences: z.array(difference),
    /** Records that the operation changed beyond those told. */
    more: z.int(),
  }),
})
export type LogEntry = OutputOf<typeof querySysLogDetail>

const historyEntry = z.strictObject({
  /** The operation. */
  id: z.string(),
  time: z.string(),
  user: z.nullable(z.string()),
  verb,
  changes: z.array(fieldChange),
})
export type HistoryEntry = z.output<typeof historyEntry>

/** Everything that happened to one row, the latest first: by whom, from what to what. */
export const queryHistory = contract({
  method: 'GET',
  path: HISTORY_PATH,
  input: z.object({
    noun: z.enum([...Object.values<{ name: string }>(resources), deviceAttachments].map(({ name }) => name) as [string, ...string[]]),
    id,
    /** Where an earlier answer ended. */
    before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,17}$/))),
  }),
  output: z.strictObject({ list: z.array(historyEntry), before: z.nullable(z.string()) }),
})

/** Kinds of operations as options. */
export const querySysLogOperationType = contract({
  method: 'GET',
  path: `${PATH}/querySysLogOperationType`,
  output: z.strictObject({ list: z.array(z.strictObject({ name: z.string(), value: z.enum(LOG_TYPES) })) }),
})

/** Sets or clears the mark on entries. */
export const updateSysLogByMark = contract({
  method: 'PUT',
  path: `${PATH}/updateSysLogByMark`,
  input: z.extend(rowIds, { mark: z._default(logs.fields.marked.check, 1) }),
  output: z.strictObject({ marked: z.int() }),
})

/** The tables whose rows the chain covers. */
const source = z.enum(['log', 'change', 'process'])

/** `log:120`: a row by its table and its position, which is what the database takes for one. */
const rowPlace = z
  .pipe(
    z.string().check(z.regex(/^(log|change|process):-?\d{1,19}$/)),
    z.transform((text: string) => {
      const [from, position] = text.split(':') as [z.output<typeof source>, string]
      return { source: from, position }
    }),
  )
  .check(z.refine(({ position }) => BigInt.asIntN(64, BigInt(position)) === BigInt(position)))

/** Verifies the next part of the chain over the log, all changes and the record of processes. */
export const verifyLog = contract({
  method: 'GET',
  path: `${PATH}/verifyLog`,
  input: z.object({
    /** The seal, and later the row, where an earlier answer ended. */
    after: z._default(z.coerce.string<string | number>().check(z.regex(/^\d{1,18}$/)), '0'),
    row: z.optional(rowPlace),
  }),
  output: z.strictObject({
    position: z.string(),
    hash: z.string(),
    row: z.optional(z.string()),
    done: z.boolean(),
    total: z.int(),
    waiting: z.int(),
    broken: z.optional(
      z.strictObject({
        kind: z.enum(['changed', 'missing', 'seal-removed', 'inserted']),
        position: z.string(),
        source: z.optional(source),
        record: z.optional(z.string()),
        name: z.optional(z.string()),
      }),
    ),
  }),
})
export type VerifiedPart = OutputOf<typeof verifyLog>
