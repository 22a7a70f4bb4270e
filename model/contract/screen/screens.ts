/** Big screens: their documents, what is published of them, and all that a page shows in one call (docs/decisions/0206-screens-as-documents.md). */
import * as z from 'zod/mini'
import { ALARM_STATES } from '../../acquisition/alarm-states.ts'
import { REASON_NAMES } from '../../acquisition/quality.ts'
import { id } from '../../fields.ts'
import { ORDER_STATES } from '../../maintenance/order-states.ts'
import type { ScreenDocument } from '../../screens/document.ts'
import { lineOf, moment, optional, unreadObject, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { figureAnswer, figureRefused } from '../report/figure.ts'

export const SCREEN_PATH = '/screen/screen'
const PATH = SCREEN_PATH
/** Read by model/screens/read.ts, which says where in a document something is wrong. */
const given = unreadObject as unknown as z.ZodMiniType<ScreenDocument, Record<string, unknown>>
const content = z.record(z.string(), z.unknown()) as unknown as z.ZodMiniType<ScreenDocument>
const revision = whole(1, 2147483647)
/** Milliseconds since 1970. */
const at = z.number()
const name = z.nullable(z.string())
const pageId = z.string().check(z.regex(/^[\w-]{1,36}$/))
/** Of variables that differ from what the document says. */
const variables = z.optional(z.record(z.string().check(z.maxLength(32)), z.unknown()))

/** What keeps a screen from being published (`error`), or ought to be looked at (`advice`): a widget by its id, and what is wrong. */
export const SCREEN_FINDINGS = [
  'unbound',
  'point-gone',
  'point-hidden',
  'stale',
  'figure-gone',
  'figure-wrong',
  'variable-gone',
  'picture-gone',
  'outside',
  'small-text',
  'contrast',
  'too-many-points',
  'page-gone',
] as const
const findings = z.array(
  z.strictObject({
    page: z.string(),
    widget: z.nullable(z.string()),
    code: z.enum(SCREEN_FINDINGS),
    level: z.enum(['error', 'advice']),
    detail: z.string(),
  }),
)
export type ScreenFinding = z.output<typeof findings>[number]

/** The draft of a screen. Figures that the caller may not see are null in it, and named in `withheld`. */
export const queryScreenDesign = contract({
  method: 'GET',
  path: `${PATH}/queryScreenDesign`,
  input: z.object({ id }),
  output: z.strictObject({
    id: z.string(),
    screenName: z.string(),
    screenVersion: z.int(),
    content,
    withheld: z.array(z.string()),
    revision: z.int(),
    findings,
    savedBy: name,
    savedAt: z.nullable(at),
    mayChange: z.boolean(),
    mayPublish: z.boolean(),
  }),
})
export type ScreenDesign = OutputOf<typeof queryScreenDesign>

/** Keeps the draft. Where somebody saved meanwhile it answers 409 (`screen.saved-meanwhile`), with `savedBy`, `savedAt` and `revision` beside the message. */
export const saveScreenDraft = contract({
  method: 'POST',
  path: `${PATH}/saveScreenDraft`,
  input: z.strictObject({ id, content: given, revision }),
  output: z.strictObject({ revision: z.int(), savedAt: at, findings }),
})

/** Makes the next version of the draft, which nobody changes any more, and which players show from their next turn on. */
export const publishScreen = contract({
  method: 'POST',
  path: `${PATH}/publishScreen`,
  input: z.strictObject({ id, revision }),
  output: z.strictObject({ screenVersion: z.int(), revision: z.int() }),
})

export const queryScreenVersion = contract({
  method: 'GET',
  path: `${PATH}/queryScreenVersion`,
  input: z.object({ id }),
  output: z.array(z.strictObject({ screenVersion: z.int(), publishedBy: name, publishedAt: at })),
})

export const queryScreenVersionContent = contract({
  method: 'GET',
  path: `${PATH}/queryScreenVersionContent`,
  input: z.object({ id, screenVersion: whole(1, 1_000_000) }),
  output: z.strictObject({ screenVersion: z.int(), content, withheld: z.array(z.string()) }),
})

/** Makes a version the draft; like saving, it is refused where somebody saved meanwhile. */
export const restoreScreenVersion = contract({
  method: 'POST',
  path: `${PATH}/restoreScreenVersion`,
  input: z.strictObject({ id, screenVersion: whole(1, 1_000_000), revision }),
  output: z.strictObject({ revision: z.int() }),
})

/** A copy with another name; answers with its id. */
export const copyScreen = contract({
  method: 'POST',
  path: `${PATH}/copyScreen`,
  input: z.strictObject({ id, screenName: lineOf(64) }),
  output: z.strictObject({ id: z.string() }),
})

/** The published version, for the player: of a screen, or by its built-in code (`bigdata`). */
export const queryScreen = contract({
  method: 'GET',
  path: `${PATH}/queryScreenShown`,
  input: z.object({ id: optional(id), screenCode: optional(z.string().check(z.regex(/^[a-z][a-z-]{0,31}$/))) }),
  output: z.strictObject({ id: z.string(), screenName: z.string(), screenVersion: z.int(), content, mayDesign: z.boolean() }),
})
export type ShownScreen = OutputOf<typeof queryScreen>

// ---- what a page shows -------------------------------------------------------------------------------------------------------------------------

/** A point, its time, value, quality (OPC) and reason: as values are pushed (model/contract/live.ts). */
const pointValue = z.tuple([z.string(), at, z.nullable(z.number()), z.int(), z.enum(REASON_NAMES)])
/** `staleAfter` is how many seconds after its newest value a point counts as stale; null where nothing is expected of it. */
const point = z.strictObject({
  id: z.string(),
  pointName: name,
  deviceName: name,
  unit: z.nullable(z.string()),
  digits: z.nullable(z.int()),
  staleAfter: z.nullable(z.number()),
  /** What its values are shown in where that is another unit than `unit`, which they are told in, and words for values (model/acquisition/point-display.ts). */
  displayUnit: z.optional(z.nullable(z.string())),
  stateTexts: z.optional(z.nullable(z.string())),
})
export type ScreenPoint = z.output<typeof point>

const alarmRow = z.strictObject({
  id: z.string(),
  state: z.nullable(z.enum(ALARM_STATES)),
  priority: z.nullable(z.int()),
  title: name,
  deviceId: z.nullable(z.string()),
  deviceName: name,
  pointName: name,
  value: z.nullable(z.number()),
  unit: z.nullable(z.string()),
  raisedAt: z.nullable(at),
})
/** `state` of a device: as the registry knows it (model/acquisition/presence.ts); `priority` of its gravest standing alarm. */
const deviceRow = z.strictObject({
  id: z.string(),
  deviceCode: name,
  deviceName: name,
  siteName: name,
  state: z.enum(['online', 'offline', 'unknown']),
  seenAt: z.nullable(at),
  priority: z.nullable(z.int()),
})
/** Degrees of WGS 84. Of a site: how many devices it has, and how many are online; a device is one, where its site is, and `online` 1 or 0. */
const placeRow = z.strictObject({
  id: z.string(),
  name,
  longitude: z.number(),
  latitude: z.number(),
  devices: z.nullable(z.int()),
  online: z.nullable(z.int()),
  priority: z.nullable(z.int()),
})
/** `share` of the time that its stages are to take has passed, 0 to 1; `values` are the newest of its probes by their roles. */
const runRow = z.strictObject({
  id: z.string(),
  runNumber: name,
  runKind: name,
  componentName: name,
  siteName: name,
  stage: name,
  state: name,
  verdict: name,
  startedAt: z.nullable(at),
  endedAt: z.nullable(at),
  share: z.nullable(z.number()),
  values: z.array(
    z.strictObject({
      role: z.string(),
      pointId: z.string(),
      value: z.nullable(z.number()),
      quality: z.int(),
      limit: z.nullable(z.number()),
      /** The limit is the least that the value may be, not the greatest. */
      isLeast: z.optional(z.literal(true)),
    }),
  ),
})
const orderRow = z.strictObject({
  id: z.string(),
  orderNumber: name,
  title: name,
  state: z.nullable(z.enum(ORDER_STATES)),
  priority: name,
  equipmentName: name,
  assignee: name,
  openedAt: z.nullable(at),
  dueAt: z.nullable(at),
})
const yardRow = z.strictObject({
  id: z.string(),
  componentCode: name,
  componentName: name,
  siteName: name,
  runId: z.nullable(z.string()),
  stage: name,
  verdict: name,
})

/** Rows of a widget, by its kind. `total` counts those that did not fit too. */
const list = z.union([
  z.strictObject({ of: z.literal('alarms'), rows: z.array(alarmRow), total: z.int() }),
  z.strictObject({ of: z.literal('devices'), rows: z.array(deviceRow), total: z.int() }),
  z.strictObject({ of: z.literal('places'), rows: z.array(placeRow), total: z.int() }),
  z.strictObject({ of: z.literal('runs'), rows: z.array(runRow), total: z.int() }),
  z.strictObject({ of: z.literal('orders'), rows: z.array(orderRow), total: z.int() }),
  z.strictObject({ of: z.literal('yard'), rows: z.array(yardRow), total: z.int() }),
])
export type ScreenList = z.output<typeof list>
export type ScreenRows<Of extends ScreenList['of']> = Extract<ScreenList, { of: Of }>['rows']

/** Time, value and quality, the oldest first. */
const trend = z.array(z.tuple([at, z.nullable(z.number()), z.int()]))

const pageData = z.strictObject({
  /** When it was so, by the clock of the server. */
  asOf: at,
  points: z.array(point),
  values: z.array(pointValue),
  figures: z.record(z.string(), z.union([figureAnswer, figureRefused])),
  /** By the ids of widgets. */
  lists: z.record(z.string(), list),
  /** By the ids of points that widgets show the last minutes of. */
  trends: z.record(z.string(), trend),
  /** Widgets that show nothing, since their reader may not see it. */
  withheld: z.array(z.string()),
})
export type ScreenPageData = z.output<typeof pageData>

/** All that a page of the published version shows, in one call. The screen of a kiosk link is that of its session, whatever is asked for. */
export const queryScreenPage = contract({
  method: 'POST',
  path: `${PATH}/queryScreenPage`,
  input: z.strictObject({ id, page: pageId, variables }),
  output: z.extend(pageData, { screenVersion: z.int() }),
})

/** The same of a page that stands in the designer; as a role would see it, where one is named that the caller may look as. */
export const previewScreenPage = contract({
  method: 'POST',
  path: `${PATH}/previewScreenPage`,
  input: z.strictObject({ content: given, page: pageId, variables, roleId: optional(id) }),
  output: z.extend(pageData, { findings }),
})

// ---- playback ----------------------------------------------------------------------------------------------------------------------------------

/**
 * A page as it was at `at` (the key frame), and what changed from then to `until`: values of its points by their time, and alarms by their events. With a
 * higher speed there is one value a point and `step` seconds in place of each sample.
 */
export const queryPlayback = contract({
  method: 'POST',
  path: `${PATH}/queryPlayback`,
  input: z.strictObject({ id, page: pageId, variables, at: moment, until: moment, speed: whole(1, 600) }),
  output: z.extend(pageData, {
    screenVersion: z.int(),
    step: z.number(),
    changes: z.array(pointValue),
    /** Alarm lists of widgets as they stood from a moment on. */
    alarms: z.array(
      z.strictObject({
        at,
        lists: z.record(z.string(), z.extend(z.strictObject({ of: z.literal('alarms'), rows: z.array(alarmRow) }), { total: z.int() })),
      }),
    ),
  }),
})
export type Playback = OutputOf<typeof queryPlayback>

/** Moments of a day at which alarms of the page's points were raised, for the slider. */
export const queryPlaybackMarks = contract({
  method: 'POST',
  path: `${PATH}/queryPlaybackMarks`,
  input: z.strictObject({ id, page: pageId, variables, from: moment, to: moment }),
  output: z.strictObject({ from: at, marks: z.array(z.strictObject({ at, priority: z.nullable(z.int()) })) }),
})
