/** What those who manage instances do where the model leads nobody on, or on wrong values: an instance is moved, its variables are changed. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { changed, comment, ids, variables } from './values.ts'

const PATH = '/activiti/process'
const MAX_NUMBER = 2_147_483_647

/** A passage that goes on, by its number: the `id` of `queryExecution`. */
const passage = z.object({ processInstanceId: id, execution: whole(1, MAX_NUMBER) })

/** Nodes to which what goes on at a passage can be moved: of its scope, and none that would leave a join waiting for ever. None where it cannot be moved. */
export const queryJumpTarget = contract({
  method: 'GET',
  path: `${PATH}/queryJumpTarget`,
  input: passage,
  output: z.strictObject({
    list: z.array(z.strictObject({ activityId: z.string(), name: z.nullable(z.string()), activityType: z.string() })),
  }),
})
export type JumpTarget = OutputOf<typeof queryJumpTarget>['list'][number]

/** Moves what goes on at a passage to another node, without what lies between. */
export const jumpProcessInstance = contract({
  method: 'POST',
  path: `${PATH}/jumpProcessInstance`,
  input: z.extend(passage, { target: z.string().check(z.minLength(1), z.maxLength(255)), comment }),
  output: changed,
})

const variable = z.strictObject({ name: z.string(), type: z.string(), value: z.unknown() })
/** The variables of an instance that the caller sees. */
export const queryProcessVariable = contract({
  method: 'GET',
  path: `${PATH}/queryProcessVariable`,
  input: z.object({ processInstanceId: id }),
  output: z.strictObject({ list: z.array(variable) }),
})
export type ProcessVariable = z.output<typeof variable>

/** Gives variables of a running instance other values; fields of its form as far as the caller's roles write them, judged as the form says. */
export const changeProcessVariable = contract({
  method: 'POST',
  path: `${PATH}/changeProcessVariable`,
  input: z.object({ processInstanceId: id, variables, comment }),
  output: changed,
})

/** Tasks from which an instance that is over can go on; none where it goes on already, was called by another one, or a join would wait for ever. */
export const queryReviveTarget = contract({
  method: 'GET',
  path: `${PATH}/queryReviveTarget`,
  input: z.object({ processInstanceId: id }),
  output: z.strictObject({ list: z.array(z.strictObject({ activityId: z.string(), name: z.nullable(z.string()) })) }),
})

/** Lets an instance that is over go on from one of its tasks: what came of that is undone, and its people are asked anew. */
export const reviveProcessInstance = contract({
  method: 'POST',
  path: `${PATH}/reviveProcessInstance`,
  input: z.object({ processInstanceId: id, target: z.string().check(z.minLength(1), z.maxLength(255)), comment }),
  output: changed,
})

/** Keeps instances, however long they have been over: neither their category's days nor anybody removes them. `held=false` lets them go. */
export const holdProcessInstance = contract({
  method: 'POST',
  path: `${PATH}/holdProcessInstance`,
  input: z.object({ processInstanceId: ids, held: z._default(z.union([z.boolean(), z.stringbool()]), true), comment }),
  output: changed,
})
