/** Files beside the form of an instance. Whoever sees the instance sees and fetches them; who takes part, or is asked for an opinion, attaches more. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { optional } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { person, when } from './values.ts'

const PATH = '/activiti/process'

/** Attachments of one instance, and megabytes that one has to be smaller than. */
export const MAX_PROCESS_ATTACHMENTS = { count: 50, megabytes: 50 } as const
/** Files that come with one act. */
export const MAX_FILES_OF_ACT = 10

export const queryProcessAttachment = contract({
  method: 'GET',
  path: `${PATH}/queryProcessAttachment`,
  input: z.object({ processInstanceId: id }),
  output: z.strictObject({
    /** In the order in which they came. */
    list: z.array(
      z.strictObject({
        id: z.string(),
        fileName: z.string(),
        mediaType: z.string(),
        /** Bytes. */
        size: z.int(),
        /** Of the task at which it was attached. */
        taskName: z.nullable(z.string()),
        userId: person,
        time: when,
        /** Whether the caller can take it away again. */
        isRemovable: z.boolean(),
      }),
    ),
    /** Whether the caller can attach more. */
    mayAttach: z.boolean(),
  }),
})
export type ProcessAttachment = OutputOf<typeof queryProcessAttachment>['list'][number]

/** Attaches a file, at a task where `taskId` says so. With `forAct` it is brought for an act on that task, which names it: until then nobody sees it, and after a day it is thrown away. */
export const addProcessAttachment = contract({
  method: 'POST',
  path: `${PATH}/addProcessAttachment`,
  send: 'parts',
  input: z.object({ processInstanceId: id, taskId: optional(id), forAct: optional(z.stringbool()) }),
  output: z.strictObject({ id: z.string() }),
})

/** Takes away a file that the caller has attached, while nobody else has done anything with the instance since. */
export const deleteProcessAttachment = contract({
  method: 'POST',
  path: `${PATH}/deleteProcessAttachment`,
  input: z.object({ id }),
})

/** Answers with the file. */
export const downloadProcessAttachment = contract({
  method: 'POST',
  path: `${PATH}/downloadProcessAttachment`,
  input: z.object({ id }),
})
