/** What is done with a machine, and what is known of its life. Moments are milliseconds since 1970. */
import * as z from 'zod/mini'
import { idList } from '../../fields.ts'
import { USE_KINDS, equipment } from '../../maintenance/equipment.ts'
import { optional, lineOf, uuid, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = equipment.api.base
const one = z.object({ id: uuid })
const version = z.optional(whole(1, 2147483647))

/** What happened to a machine. */
export const LIFE_KINDS = [
  'purchased',
  'commissioned',
  'calibrated',
  'document',
  'transferred',
  'changed',
  'scrapped',
  'fault-reported',
  'fault-solved',
  'order-opened',
  'order-finished',
  'part-taken',
  'part-returned',
  'finding',
  'noted',
] as const
export type LifeKind = (typeof LIFE_KINDS)[number]
/** Of each kind the latest; what is older stands in the lists. */
export const MAX_LIFE_EVENTS = 200

const transfer = z.strictObject({
  id: z.string(),
  /** Names of where it goes; null where that stays, or is nothing that the caller sees. */
  toSite: z.nullable(z.string()),
  toOrganisation: z.nullable(z.string()),
  /** Who hands it over and who takes it; null for whoever does not see people. */
  giver: z.nullable(z.string()),
  taker: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  givenAt: z.nullable(z.number()),
  takenAt: z.nullable(z.number()),
  begunAt: z.number(),
  /** Whether the caller is one of the two and has yet to sign. */
  maySign: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type Transfer = z.output<typeof transfer>

/** The life of a machine: the latest first, and what is under way. */
export const queryEquipmentLife = contract({
  method: 'GET',
  path: `${PATH}/queryEquipmentLife`,
  input: one,
  output: z.strictObject({
    life: z.array(
      z.strictObject({
        at: z.number(),
        kind: z.enum(LIFE_KINDS),
        /** A certificate, a file, a place, a fault with its number, a note: what it was about. Empty where the kind says all. */
        text: z.string(),
        by: z.nullable(z.string()),
        /** The fault, the order or the round that it belongs to; of a part the order that it was moved for. */
        rowId: z.nullable(z.string()),
        /** How a fault or an order stands now. */
        state: z.nullable(z.string()),
      }),
    ),
    transfer: z.nullable(transfer),
    /** Hours in which its device was heard of, of the last thirty days; null without a device that the caller sees. */
    hours: z.nullable(z.number()),
    /** How much it was used by its point; null without one, and for whoever does not see what points say. */
    use: z.nullable(
      z.strictObject({
        kind: z.enum(USE_KINDS),
        /** Null for whoever does not see that of points. */
        pointName: z.nullable(z.string()),
        unit: z.nullable(z.string()),
        /** What a counter shows, or the hours since `since`; null of a point without a value. */
        total: z.nullable(z.number()),
        /** From when hours are counted; null of a counter. */
        since: z.nullable(z.number()),
        /** Of the last thirty days; null where there are no values. */
        recent: z.nullable(z.number()),
      }),
    ),
    /** Runs that were judged by its device while its calibration had ended or was not passed: those that the caller may see. */
    doubtedRuns: z.array(z.strictObject({ id: z.string(), runNumber: z.string() })),
    mayTransfer: z.boolean(),
    mayScrap: z.boolean(),
  }),
})
export type EquipmentLife = OutputOf<typeof queryEquipmentLife>

/** Begins to hand a machine over: to another keeper, who takes it, and where it stands then. It stays where it is until both have signed. */
export const addEquipmentTransfer = contract({
  method: 'POST',
  path: `${PATH}/addEquipmentTransfer`,
  input: z.object({ id: uuid, keeperId: uuid, siteId: optional(uuid), orgId: optional(uuid), reason: optional(lineOf(256)) }),
  output: z.strictObject({ id: z.string() }),
})

/** Signs a transfer, as the one who hands over or as the one who takes, with a proof of identity that was given for it (`confirmIdentity`). With the second of the two the machine is elsewhere. */
export const signEquipmentTransfer = contract({
  method: 'POST',
  path: `${PATH}/signEquipmentTransfer`,
  input: one,
  output: z.strictObject({ isDone: z.boolean() }),
})

/** The transfers that wait for the signature of whoever asks, whether they see the machine or not; the oldest first. */
export const queryTransfersToSign = contract({
  method: 'GET',
  path: `${PATH}/queryTransfersToSign`,
  input: z.object({}),
  output: z.strictObject({ list: z.array(z.strictObject({ id: z.string(), machine: z.string(), isGiver: z.boolean() })) }),
})

/** Ends a transfer that not both have signed. */
export const withdrawEquipmentTransfer = contract({ method: 'POST', path: `${PATH}/withdrawEquipmentTransfer`, input: one })

/** Scraps a machine for good. */
export const scrapEquipment = contract({
  method: 'POST',
  path: `${PATH}/scrapEquipment`,
  input: z.object({ id: uuid, version, reason: lineOf(256) }),
})

/** Labels on a page, or the size of a single one in millimetres; and how many machines one file is for. */
export const EQUIPMENT_LABELS = ['24', '12', '60x40'] as const
export const MAX_EQUIPMENT_LABELS = 500
/** More ids than this are no choice of anybody: as many as the longest page of a list has rows. */
const MAX_CHOSEN = 10_000

/** Answers with a PDF of labels, in the order of the ids, of {@link MAX_EQUIPMENT_LABELS} at most. Each has a code of its own; those from before go on leading to the machine. */
export const printEquipmentLabel = contract({
  method: 'POST',
  path: `${PATH}/printEquipmentLabel`,
  input: z.object({ id: idList(MAX_CHOSEN), sheet: z._default(z.enum(EQUIPMENT_LABELS), '24') }),
})

/** The machine that a label leads to. */
export const scanEquipment = contract({
  method: 'POST',
  path: `${PATH}/scanEquipment`,
  input: z.object({ token: lineOf(128) }),
  output: z.strictObject({ id: z.string() }),
})

/** Machines of an archive that is waited for, and rows of all of its tables together: a document is made in memory, up to three times. What is larger is made by a job. */
export const MAX_ARCHIVED = 200
export const MAX_ARCHIVED_ROWS = 5000
export const MAX_ARCHIVED_BY_JOB = 5000
export const MAX_ARCHIVED_ROWS_BY_JOB = 50_000

/** Answers with the archive of the machines as one PDF with a table of contents, of {@link MAX_ARCHIVED_BY_JOB} at most; with the job that makes it where it is large and the caller prefers that. */
export const exportEquipmentArchive = contract({
  method: 'POST',
  path: `${PATH}/exportEquipmentArchive`,
  input: z.object({ id: idList(MAX_CHOSEN) }),
  output: z.strictObject({ jobId: z.string(), queued: z.literal(true) }),
})
