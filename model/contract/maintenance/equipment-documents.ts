/** Files of a machine. Whoever sees the machine sees and fetches them; whoever may change it adds and removes them. */
import * as z from 'zod/mini'
import { DOCUMENT_KINDS } from '../../maintenance/equipment-documents.ts'
import { optional, uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = '/maintenance/equipment'
const one = z.object({ id: uuid })

export const queryEquipmentDocument = contract({
  method: 'GET',
  path: `${PATH}/queryEquipmentDocument`,
  /** Of the machine. */
  input: one,
  output: z.strictObject({
    /** The latest first. `addedAt` is milliseconds since 1970; `addedBy` is null for whoever does not see users. */
    list: z.array(
      z.strictObject({
        id: z.string(),
        calibrationId: z.nullable(z.string()),
        documentKind: z.enum(DOCUMENT_KINDS),
        fileName: z.string(),
        mediaType: z.string(),
        /** Bytes. */
        size: z.int(),
        addedAt: z.number(),
        addedBy: z.nullable(z.string()),
      }),
    ),
    mayChange: z.boolean(),
  }),
})
export type EquipmentDocument = OutputOf<typeof queryEquipmentDocument>['list'][number]

/** Adds a file to the machine `id`; the certificate of a calibration of it, where that is named. */
export const addEquipmentDocument = contract({
  method: 'POST',
  path: `${PATH}/addEquipmentDocument`,
  send: 'parts',
  input: z.object({ id: uuid, documentKind: z.enum(DOCUMENT_KINDS), calibrationId: optional(uuid) }),
  output: z.strictObject({ id: z.string() }),
})

/** Removes a file for good. */
export const deleteEquipmentDocument = contract({ method: 'POST', path: `${PATH}/deleteEquipmentDocument`, input: one })

/** Answers with the file. */
export const downloadEquipmentDocument = contract({ method: 'POST', path: `${PATH}/downloadEquipmentDocument`, input: one })
