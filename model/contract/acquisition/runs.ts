/** What is done with the curing of a component, and what is known of it. Moments are milliseconds since 1970, maturities °C·h, strengths MPa. */
import * as z from 'zod/mini'
import {
  ITEM_MEASURES,
  ITEM_SEVERITIES,
  RUN_KINDS,
  RUN_NOTES,
  RUN_ROLES,
  RUN_STAGES,
  RUN_STATES,
  VERDICTS,
} from '../../acquisition/curing.ts'
import { runs } from '../../acquisition/runs.ts'
import { id } from '../../fields.ts'
import { defaulted, lineOf, moment, optional, uuid, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { seenPoint, stretch } from './readings.ts'

const PATH = runs.api.base
const one = z.object({ id: uuid })
const number = z.nullable(z.number())
const time = z.nullable(z.number())

/** A clause as it was published: in the language of the reader. */
export const publishedItem = z.strictObject({
  id: z.string(),
  clause: z.string(),
  text: z.string(),
  measure: z.enum(ITEM_MEASURES),
  role: z.enum(RUN_ROLES),
  minusRole: z.nullable(z.enum(RUN_ROLES)),
  stage: z.nullable(z.enum(RUN_STAGES)),
  low: number,
  high: number,
  unit: z.string(),
  toleratedSeconds: z.int(),
  severity: z.enum(ITEM_SEVERITIES),
})
export type PublishedItem = z.output<typeof publishedItem>

/** `from` and `to` are when it was, or where it goes on, null; one that nobody has confirmed is proposed from what was measured. */
const stage = z.strictObject({
  stage: z.enum(RUN_STAGES),
  from: z.number(),
  to: time,
  /** Empty for whoever does not see users. */
  confirmedBy: z.nullable(z.string()),
  isProposed: z.boolean(),
})
export type RunStageSpan = z.output<typeof stage>

const note = z.strictObject({
  id: z.string(),
  kind: z.enum(RUN_NOTES),
  text: z.string(),
  at: z.number(),
  by: z.nullable(z.string()),
})
export type RunNote = z.output<typeof note>

/** A point of the run; what its reader does not see of it is absent, and one that they do not see at all is not in the list. */
const boundPoint = z.strictObject({
  id: z.string(),
  role: z.enum(RUN_ROLES),
  pointId: z.string(),
  point: seenPoint,
  validFrom: time,
  validUntil: time,
})
export type BoundPoint = z.output<typeof boundPoint>

/** One run with what belongs to it. A field of the run that the caller does not see is absent. */
export const queryRunDetail = contract({
  method: 'GET',
  path: `${PATH}/queryRunDetail`,
  input: one,
  output: z.strictObject({
    run: z.strictObject({
      id: z.string(),
      version: z.int(),
      runNumber: z.optional(z.string()),
      runKind: z.enum(RUN_KINDS),
      runState: z.enum(RUN_STATES),
      runVerdict: z.optional(z.nullable(z.enum(VERDICTS))),
      runCoverage: z.optional(number),
      componentName: z.optional(z.string()),
      limitSetName: z.optional(z.string()),
      setVersion: z.int(),
      startedAt: z.number(),
      endedAt: time,
      waterAddedAt: z.optional(time),
      revisedAt: time,
      acceptReason: z.optional(z.nullable(z.string())),
    }),
    points: z.array(boundPoint),
    /** Roles of its kind that have no point: while there are such the run cannot be finished. */
    missing: z.array(z.enum(RUN_ROLES)),
    stages: z.array(stage),
    notes: z.array(note),
    /** What of the operations on a run the caller may call on this one, as it stands. */
    allowed: z.array(z.string()),
  }),
})
export type RunDetail = OutputOf<typeof queryRunDetail>

const judged = z.strictObject({
  id: z.string(),
  item: publishedItem,
  result: z.enum([...VERDICTS, 'waived']),
  /** The value that is farthest beyond the limit, or nearest to it, in the unit of the clause. */
  worst: number,
  worstAt: time,
  beyondSeconds: z.number(),
  /** The share of its time for which it could be judged, from 0 to 1. */
  coverage: z.number(),
  waivedBy: z.nullable(z.string()),
  waivedReason: z.nullable(z.string()),
})
export type JudgedItem = z.output<typeof judged>

/** What was found clause by clause; of a run that goes on, as it stands now. Refused to whoever does not see what points say. */
export const queryRunVerdict = contract({
  method: 'GET',
  path: `${PATH}/queryRunVerdict`,
  input: one,
  output: z.strictObject({
    verdict: z.nullable(z.enum(VERDICTS)),
    coverage: number,
    /** When it was worked out; null for a run that goes on, whose answer is of now and not kept. */
    judgedAt: time,
    /** When samples that came late changed what it rests on. */
    revisedAt: time,
    list: z.array(judged),
    /**
     * When points were measured by what no calibration vouched for: nothing is passed by that. Empty for whoever does not see how long calibrations are valid;
     * `pointName` is null for whoever does not see the names of points.
     */
    doubts: z.array(z.strictObject({ role: z.enum(RUN_ROLES), pointName: z.nullable(z.string()), from: z.number(), to: z.number() })),
  }),
})
export type RunVerdict = OutputOf<typeof queryRunVerdict>

const step = z.strictObject({ time: z.number(), value: number })

/** Most figures of one line. */
const figures = defaulted(whole(2, 2000), 1000)

/**
 * What was measured in a run, role by role, with what its clauses are made of: the differences and the rates as steps, each until the next; a value of null
 * is a gap, which no line leads over. `limits` are those of the version that the run was opened with, from when to when each holds.
 */
export const queryRunCurve = contract({
  method: 'GET',
  path: `${PATH}/queryRunCurve`,
  input: z.object({ id: uuid, points: figures }),
  output: z.strictObject({
    timeZone: z.string(),
    from: z.number(),
    /** The end of the run, or now. */
    to: z.number(),
    isOpen: z.boolean(),
    /** `width` is how many milliseconds one of the values stands for: 0 where they are single samples. */
    roles: z.array(
      z.strictObject({
        role: z.enum(RUN_ROLES),
        pointId: z.string(),
        point: seenPoint,
        from: z.number(),
        to: z.number(),
        width: z.number(),
        list: z.array(stretch),
      }),
    ),
    derived: z.array(
      z.strictObject({
        measure: z.enum(ITEM_MEASURES),
        role: z.enum(RUN_ROLES),
        minusRole: z.nullable(z.enum(RUN_ROLES)),
        unit: z.string(),
        list: z.array(step),
      }),
    ),
    limits: z.array(z.strictObject({ item: publishedItem, from: z.number(), to: z.number() })),
    stages: z.array(stage),
    notes: z.array(note),
  }),
})
export type RunCurve = OutputOf<typeof queryRunCurve>

/** Shares of the design strength that are forecast, in percent. */
export const FORECAST_SHARES = [70, 80, 100] as const

/**
 * How far the concrete of a run is, and when it has which share of its design strength. Refused without a calibrated curve of the mix. `at` is null where
 * the curve does not reach so far, or where nothing hardens as cold as it is.
 */
export const queryForecast = contract({
  method: 'GET',
  path: `${PATH}/queryForecast`,
  input: one,
  output: z.strictObject({
    /** Nurse–Saul, above the datum temperature of the mix. */
    maturity: z.number(),
    /** Hours at the reference temperature of the mix; null where it has no activation constant. */
    equivalentAge: number,
    /** The share of the time since the beginning that both rest on, from 0 to 1. */
    coverage: z.number(),
    /** What the curve says at this maturity. */
    strength: number,
    designStrength: z.number(),
    /** °C·h an hour, over the last day: the forecast goes on with it. */
    rate: z.number(),
    shares: z.array(z.strictObject({ percent: z.literal([...FORECAST_SHARES]), strength: z.number(), maturity: number, at: time })),
    /** Of the curve: maturity and strength, in ascending order. */
    curve: z.array(z.strictObject({ maturity: z.number(), strength: z.number() })),
  }),
})
export type Forecast = OutputOf<typeof queryForecast>

/** Binds a point to a role of the run, for all of it or from one moment until another. */
export const addRunPoint = contract({
  method: 'POST',
  path: `${PATH}/addRunPoint`,
  input: z.strictObject({ id, role: z.enum(RUN_ROLES), pointId: uuid, validFrom: optional(moment), validUntil: optional(moment) }),
  output: z.strictObject({ id: z.string() }),
})

/** `id` is that of the binding. */
export const deleteRunPoint = contract({ method: 'POST', path: `${PATH}/deleteRunPoint`, input: z.strictObject({ id }) })

/** Writes down what was done or seen, now or at the moment that is given. */
export const addRunNote = contract({
  method: 'POST',
  path: `${PATH}/addRunNote`,
  input: z.strictObject({ id, kind: z.enum(RUN_NOTES), text: lineOf(256), at: optional(moment) }),
  output: z.strictObject({ id: z.string() }),
})

/** Says that a stage began at a moment, with which the one before it ended. Said again, it is corrected. */
export const confirmStage = contract({
  method: 'POST',
  path: `${PATH}/confirmStage`,
  input: z.strictObject({ id, stage: z.enum(RUN_STAGES), at: moment }),
})

/** Ends a run, now or at the moment that is given, and answers with its verdict. */
export const finishRun = contract({
  method: 'POST',
  path: `${PATH}/finishRun`,
  input: z.strictObject({ id, version: z.optional(whole(1, 2147483647)), endedAt: optional(moment) }),
  output: z.strictObject({ verdict: z.enum(VERDICTS) }),
})

/** Accepts what was found, or declares the run void, with the reason. */
export const acceptRun = contract({
  method: 'POST',
  path: `${PATH}/acceptRun`,
  input: z.strictObject({
    id,
    version: z.optional(whole(1, 2147483647)),
    decision: z.enum(['accepted', 'void']),
    reason: lineOf(256),
  }),
})

/** Lets a clause that was not passed count for nothing, with the reason. `id` is that of what was found of it. */
export const waiveVerdict = contract({
  method: 'POST',
  path: `${PATH}/waiveVerdict`,
  input: z.strictObject({ id, reason: lineOf(256) }),
  output: z.strictObject({ verdict: z.enum(VERDICTS) }),
})
