/** What is deployed: files, versions, whether instances can be started, and moving instances to another version. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { optional } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { changed, comment, ids, modelFault, optionalComment } from './values.ts'

const PROCESS = '/activiti/process'

const ofDeployed = z.object({ deploymentId: optional(id), processDefinitionId: optional(id) }).check(
  z.refine(({ deploymentId, processDefinitionId }) => (deploymentId ?? processDefinitionId) !== undefined, {
    path: ['deploymentId'],
    error: 'required',
  }),
)

/** The model of a definition, or of the definition of a deployment, as XML and as a picture (SVG). */
export const getProcessResource = contract({
  method: 'POST',
  path: `${PROCESS}/getProcessResource`,
  input: ofDeployed,
  output: z.strictObject({ key: z.string(), name: z.string(), definitionVersion: z.int(), xml: z.string(), picture: z.string() }),
})

/** The same as a picture. */
export const getProcessImage = contract({
  method: 'POST',
  path: `${PROCESS}/getProcessImage`,
  input: ofDeployed,
  output: z.string(),
})

const act = (verb: string) =>
  contract({
    method: 'POST',
    path: `${PROCESS}/${verb}ProcessDefinition`,
    /** `withInstances`: its running instances as well. */
    input: z.object({ processDefinitionId: ids, comment: optionalComment, withInstances: optional(z.stringbool()) }),
    output: changed,
  })
/** No instance of it can be started any more. */
export const suspendProcessDefinition = act('suspend')
export const activateProcessDefinition = act('activate')

/** How two versions of a process differ, element by element. */
export const queryDefinitionDifference = contract({
  method: 'GET',
  path: `${PROCESS}/queryDefinitionDifference`,
  input: z.object({ from: id, to: id }),
  output: z.strictObject({
    added: z.array(z.strictObject({ element: z.string(), name: z.optional(z.string()), kind: z.string() })),
    removed: z.array(z.strictObject({ element: z.string(), name: z.optional(z.string()), kind: z.string() })),
    changed: z.array(z.strictObject({ element: z.string(), name: z.optional(z.string()), kind: z.string(), what: z.array(z.string()) })),
  }),
})
export type DefinitionDifference = OutputOf<typeof queryDefinitionDifference>

/**
 * Moves running instances of one version to another one. With `dry` nothing is moved: it is said which could be, and what keeps the others.
 * Up to a thousand at once; each moves in its own transaction, and one that cannot stays as it is.
 */
export const migrateProcessInstance = contract({
  method: 'POST',
  path: `${PROCESS}/migrateProcessInstance`,
  input: z.strictObject({
    from: id,
    to: id,
    /** Nodes there by nodes here; those of the same id need none. */
    mapping: z._default(z.record(z.string(), z.string()), {}),
    processInstanceId: z.optional(z.array(id).check(z.maxLength(1000))),
    dry: z._default(z.boolean(), false),
    comment,
  }),
  output: z.strictObject({
    moved: z.int(),
    stayed: z.int(),
    /** Why instances stay, with one of them as an example. */
    reasons: z.array(z.strictObject({ message: z.string(), node: z.string(), count: z.int(), example: z.string() })),
  }),
})
export type Migration = OutputOf<typeof migrateProcessInstance>

/**
 * Begins to move running instances of one version to another one, however many: all that the caller sees, or those that are named. With `dry` it is
 * tried. Each moves in its own transaction; `queryProcessMigration` tells how far it is.
 */
export const startProcessMigration = contract({
  method: 'POST',
  path: `${PROCESS}/startProcessMigration`,
  input: z.strictObject({
    from: id,
    to: id,
    mapping: z._default(z.record(z.string(), z.string()), {}),
    processInstanceId: z.optional(z.array(id).check(z.maxLength(1000))),
    dry: z._default(z.boolean(), false),
    comment,
  }),
  output: z.strictObject({ jobId: z.string() }),
})

/** How far the caller's own migration is, or what became of it. */
export const queryProcessMigration = contract({
  method: 'GET',
  path: `${PROCESS}/queryProcessMigration`,
  input: z.object({ jobId: id }),
  output: z.strictObject({
    status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
    done: z.int(),
    total: z.nullable(z.int()),
    /** Once it is done. */
    result: z.nullable(
      z.strictObject({
        moved: z.int(),
        stayed: z.int(),
        reasons: z.array(z.strictObject({ message: z.string(), node: z.string(), count: z.int(), example: z.string() })),
      }),
    ),
    message: z.nullable(z.string()),
  }),
})

/** Begins to take a migration back: instances that nothing has happened to since return to where they were; timers there begin anew. The others stay, and it is said why. */
export const undoProcessMigration = contract({
  method: 'POST',
  path: `${PROCESS}/undoProcessMigration`,
  input: z.strictObject({ jobId: id, comment }),
  output: z.strictObject({ jobId: z.string() }),
})

/** Deploys a file of BPMN that no model of ours is behind. A file with faults is refused, each named. */
export const deployFile = contract({
  method: 'POST',
  path: '/activiti/deployment/deployFile',
  input: z.strictObject({
    fileName: z.string().check(z.maxLength(255)),
    xml: z.string().check(z.maxLength(2_097_152)),
    category: optional(z.string().check(z.maxLength(64))),
  }),
  output: z.strictObject({ id: z.string(), key: z.string(), definitionVersion: z.int(), warnings: z.array(modelFault) }),
})
