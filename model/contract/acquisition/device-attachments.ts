/** Files of a device. Whoever sees the device sees and fetches them; whoever may change it adds, changes and removes them. */
import * as z from 'zod/mini'
import { ATTACHMENT_KINDS } from '../../acquisition/device-attachments.ts'
import { day, optional, uuid, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = '/acquisition/device'
const one = z.object({ id: uuid })

export const queryDeviceAttachment = contract({
  method: 'GET',
  path: `${PATH}/queryDeviceAttachment`,
  /** Of the device. */
  input: one,
  output: z.strictObject({
    /** The latest first. `addedAt` is milliseconds since 1970; `addedBy` is null for whoever does not see users. */
    list: z.array(
      z.strictObject({
        id: z.string(),
        version: z.int(),
        fileName: z.string(),
        attachmentKind: z.enum(ATTACHMENT_KINDS),
        mediaType: z.string(),
        /** Bytes. */
        size: z.int(),
        validUntil: z.nullable(z.string()),
        isOverdue: z.boolean(),
        addedAt: z.number(),
        addedBy: z.nullable(z.string()),
      }),
    ),
    /** Those that were removed and can be brought back, the latest first: for whoever may change the device. `removedAt` is milliseconds since 1970. */
    removed: z.array(z.strictObject({ id: z.string(), fileName: z.string(), removedAt: z.number() })),
    mayChange: z.boolean(),
    /** Whether the caller may ask for the history of records. */
    hasHistory: z.boolean(),
  }),
})

export type DeviceAttachment = OutputOf<typeof queryDeviceAttachment>['list'][number]
export type RemovedAttachment = OutputOf<typeof queryDeviceAttachment>['removed'][number]

/** Attaches a file to the device `id`. */
export const addDeviceAttachment = contract({
  method: 'POST',
  path: `${PATH}/addDeviceAttachment`,
  send: 'parts',
  input: z.object({ id: uuid, attachmentKind: z.enum(ATTACHMENT_KINDS), validUntil: optional(day) }),
  output: z.strictObject({ id: z.string() }),
})

/** Says anew what kind of file it is and until when it is valid; without a day, that it does not run out. The file stays. */
export const updateDeviceAttachment = contract({
  method: 'PUT',
  path: `${PATH}/updateDeviceAttachment`,
  input: z.object({
    id: uuid,
    version: z.optional(whole(1, 2147483647)),
    attachmentKind: z.enum(ATTACHMENT_KINDS),
    validUntil: optional(day),
  }),
})

/** Takes the file from its device; one that has been taken from it already, for good. */
export const deleteDeviceAttachment = contract({ method: 'POST', path: `${PATH}/deleteDeviceAttachment`, input: one })

/** Gives a removed file back to its device. */
export const restoreDeviceAttachment = contract({ method: 'POST', path: `${PATH}/restoreDeviceAttachment`, input: one })

/** Answers with the file. */
export const downloadDeviceAttachment = contract({ method: 'POST', path: `${PATH}/downloadDeviceAttachment`, input: one })
