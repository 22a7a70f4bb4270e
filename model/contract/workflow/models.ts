/** Models of processes: what is drawn, what keeps it from being deployed, and who saved it last. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { optional, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { PROCESS_KEY } from '../../workflow/process-models.ts'
import { written } from '../resources.ts'

const PATH = '/activiti/model'
/** Characters of a model of BPMN as XML. */
export const MAX_MODEL_XML = 2_000_000

const xml = z.string().check(z.minLength(1), z.maxLength(MAX_MODEL_XML))
/** What the draft of a model was when it was read: whoever saves says it, and nothing that came meanwhile is lost. */
const revision = whole(1, 2_147_483_647)
/** Milliseconds since 1970. */
const at = z.number()

/** Something that a model lacks, by the element that it is about: empty for the model as a whole. */
const finding = z.strictObject({
  code: z.string(),
  element: z.string(),
  name: z.optional(z.string()),
  /** The kind that is not supported, the text that cannot be read, or the id that leads nowhere. */
  about: z.optional(z.string()),
  /** The sentence, in the caller's language. */
  message: z.string(),
})
export type ModelFinding = z.output<typeof finding>

/** The draft of a model. */
export const queryProcessDesign = contract({
  method: 'GET',
  path: `${PATH}/queryProcessDesign`,
  input: z.object({ id }),
  output: z.strictObject({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    /** Null where nothing was drawn yet. */
    xml: z.nullable(z.string()),
    revision: z.int(),
    /** The form that the process uses. */
    formId: z.nullable(z.string()),
    /** The version that was deployed last; 0 where none was. */
    modelVersion: z.int(),
    /** Null where nobody saved it in the designer, or the caller does not see users. */
    savedBy: z.nullable(z.string()),
    savedAt: z.nullable(at),
    mayChange: z.boolean(),
  }),
})
export type ProcessDesign = OutputOf<typeof queryProcessDesign>

/**
 * Keeps the draft, with its faults as well: a process is not drawn in one go. Where somebody saved meanwhile it answers 409
 * (`process-model.saved-meanwhile`), with `savedBy`, `savedAt` and `revision` beside the message.
 */
export const saveProcessDesign = contract({
  method: 'POST',
  path: `${PATH}/saveProcessDesign`,
  input: z.strictObject({ id, xml, revision }),
  output: z.strictObject({ revision: z.int(), savedAt: at, faults: z.array(finding) }),
})

/** What keeps a model from being deployed, and what it may mean otherwise than whoever drew it thinks. It stores nothing. */
export const checkModel = contract({
  method: 'POST',
  path: `${PATH}/checkModel`,
  /** `formId`: the form whose fields the model may name. */
  input: z.strictObject({ xml, formId: optional(id) }),
  output: z.strictObject({ faults: z.array(finding), warnings: z.array(finding) }),
})
export type ModelCheck = OutputOf<typeof checkModel>

const modelId = { modelId: id }

/** The draft as XML. */
export const getModelResource = contract({
  method: 'POST',
  path: `${PATH}/getModelResource`,
  send: 'query',
  input: z.object(modelId),
  output: z.string(),
})

/** Keeps the draft as clients of other designers send it: whoever saves last wins. Of `svgXml` nothing is kept; pictures are drawn from the model. */
export const persistProcess = contract({
  method: 'POST',
  path: '/activiti/process/persistProcess',
  send: 'form',
  input: z.object({ ...modelId, jsonXml: xml, svgXml: z.optional(z.string()) }),
  output: z.strictObject({ revision: z.int(), faults: z.array(finding) }),
})

/** A new model with the draft of another one; without a key, with the next that is free. */
export const copyModel = contract({
  method: 'POST',
  path: `${PATH}/copyModel`,
  send: 'query',
  input: z.object({
    ...modelId,
    name: optional(z.string().check(z.trim(), z.maxLength(64))),
    key: optional(PROCESS_KEY),
  }),
  output: written,
})

/** Deploys the draft as the next version of its process. One with faults is refused (`process-model.faults`), with `faults` beside the message. */
export const deployModel = contract({
  method: 'POST',
  path: `${PATH}/deployModel`,
  send: 'query',
  input: z.object(modelId),
  output: z.strictObject({ id: z.string(), key: z.string(), definitionVersion: z.int(), warnings: z.array(finding) }),
})

/** A new model from a file of BPMN, in any encoding that it declares. Faults are told and the model is kept as a draft. */
export const uploadModel = contract({
  method: 'POST',
  path: `${PATH}/uploadModel`,
  send: 'parts',
  input: z.object({
    orgId: id,
    category: z.string().check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(64)),
    name: optional(z.string().check(z.trim(), z.maxLength(64))),
  }),
  output: z.strictObject({ id: z.string(), key: z.string(), name: z.string(), faults: z.array(finding), warnings: z.array(finding) }),
})

/** The draft as a file. */
export const downloadModel = contract({
  method: 'POST',
  path: `${PATH}/downloadModel`,
  send: 'query',
  input: z.object(modelId),
  output: z.null(),
})
