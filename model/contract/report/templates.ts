/** Report templates: their draft, what is published of it, and how a draft looks when it is filled. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { ASKED_PARAMETER } from '../../figures/document.ts'
import { TEMPLATE_KINDS, reportTemplates } from '../../report/report-templates.ts'
import { REPORT_CODES } from '../../reports/built-in/asked.ts'
import { TEMPLATE_FAULTS } from '../../reports/faults.ts'
import { reportParams } from '../../reports/params-text.ts'
import { PICTURE_TYPES } from '../../reports/pictures.ts'
import { PERIODS } from '../../reports/period.ts'
import type { ReportTemplate } from '../../reports/template.ts'
import { WORKBOOK_LOSSES } from '../../reports/workbook-losses.ts'
import { day, lineOf, unreadObject, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { written } from '../resources.ts'
import { reportPage } from './reports.ts'

const PATH = reportTemplates.api.base
const anything = z.record(z.string(), z.unknown())
/** Read by model/reports/draft.ts, which says where in a template something is wrong. */
const given = unreadObject as unknown as z.ZodMiniType<Record<string, unknown>, ReportTemplate>
/** Documents that the caller may not see are empty, and named in `withheld`. */
const content = anything as unknown as z.ZodMiniType<ReportTemplate>
const revision = whole(1, 2147483647)
const versionNumber = whole(1, 1_000_000)
const one = z.object({ id })
/** Milliseconds since 1970. */
const at = z.number()
const picture = z.strictObject({ id: z.string(), mediaType: z.enum(PICTURE_TYPES), width: z.int(), height: z.int() })
const faults = z.array(z.strictObject({ place: z.string(), code: z.enum(TEMPLATE_FAULTS), detail: z.string() }))

/** The draft of a template, with what keeps it from being published. */
export const queryReportDesign = contract({
  method: 'GET',
  path: `${PATH}/queryReportDesign`,
  input: one,
  output: z.strictObject({
    id: z.string(),
    templateName: z.string(),
    templateVersion: z.int(),
    content,
    withheld: z.array(z.string()),
    /** What the preview is asked for by for withheld sets; absent where that is nothing. */
    withheldParameters: z.optional(z.array(ASKED_PARAMETER)),
    revision: z.int(),
    faults,
    /** Null where nobody saved it in the designer, or the caller does not see users. */
    savedBy: z.nullable(z.string()),
    savedAt: z.nullable(at),
    mayChange: z.boolean(),
    mayPublish: z.boolean(),
    mayPreview: z.boolean(),
  }),
})
export type ReportDesign = OutputOf<typeof queryReportDesign>

/** Keeps the draft. Where somebody saved meanwhile it answers 409 (`template.saved-meanwhile`), with `savedBy`, `savedAt` and `revision` beside the message. */
export const saveReportDraft = contract({
  method: 'POST',
  path: `${PATH}/saveReportDraft`,
  input: z.strictObject({ id, content: given, revision }),
  output: z.strictObject({ revision: z.int(), savedAt: at, faults }),
})

/** Makes the next version of the draft, which nobody changes any more. A draft with faults is refused, each named. */
export const publishReportTemplate = contract({
  method: 'POST',
  path: `${PATH}/publishReportTemplate`,
  input: z.strictObject({ id, revision }),
  output: z.strictObject({ templateVersion: z.int(), revision: z.int() }),
})

/** Reports of one version that their number tells of; of more there is the list of issued reports. */
export const MAX_ISSUED_NAMED = 5

/** Schedules of one template that their name tells of; of more there is the list of schedules. */
export const MAX_SCHEDULES_NAMED = 5

/**
 * The versions, the newest first, what was issued with each, and which schedules make reports with it: with the newest one alone. Null where the caller has no list of
 * these, or does not see there which template they are of.
 */
export const queryReportVersion = contract({
  method: 'GET',
  path: `${PATH}/queryReportVersion`,
  input: one,
  output: z.array(
    z.strictObject({
      templateVersion: z.int(),
      publishedBy: z.nullable(z.string()),
      publishedAt: at,
      issued: z.nullable(
        z.strictObject({
          count: z.int(),
          /** The newest. Numbers are null for whoever does not see them. */
          newest: z.array(z.strictObject({ id: z.string(), reportNumber: z.nullable(z.string()) })),
        }),
      ),
      scheduled: z.nullable(
        z.strictObject({
          count: z.int(),
          /** The first by their names; null for whoever does not see them. */
          named: z.array(z.strictObject({ id: z.string(), scheduleName: z.nullable(z.string()) })),
        }),
      ),
    }),
  ),
})

export const queryReportVersionContent = contract({
  method: 'GET',
  path: `${PATH}/queryReportVersionContent`,
  input: z.object({ id, templateVersion: versionNumber }),
  output: z.strictObject({ templateVersion: z.int(), content, withheld: z.array(z.string()) }),
})

/** Makes a version the draft; like saving, it is refused where somebody saved meanwhile. */
export const restoreReportVersion = contract({
  method: 'POST',
  path: `${PATH}/restoreReportVersion`,
  input: z.strictObject({ id, templateVersion: versionNumber, revision }),
  output: z.strictObject({ revision: z.int() }),
})

const named = {
  templateName: lineOf(64),
  templateKind: z.enum(TEMPLATE_KINDS),
  templateStatus: z._default(z.literal([1, 0]), 1),
  templateDescription: z.optional(lineOf(256)),
}

/** A new template: with the draft of another one (`id`), or with what a built-in report says in the language of the caller. */
export const copyReportTemplate = contract({
  method: 'POST',
  path: `${PATH}/copyReportTemplate`,
  input: z
    .strictObject({ ...named, id: z.optional(id), report: z.optional(z.enum(REPORT_CODES)), period: z._default(z.enum(PERIODS), 'day') })
    .check(z.refine(({ id: other, report }) => (other === undefined) !== (report === undefined), { path: ['report'], error: 'required' })),
  output: written,
})

/** A new template with a draft that was kept as a file. It shows no more to anybody than a template that was made here. */
export const importReportDesign = contract({
  method: 'POST',
  path: `${PATH}/importReportDesign`,
  input: z.strictObject({ ...named, content: given }),
  output: written,
})

/**
 * A sheet of a workbook (.xlsx) as a draft that nobody has kept yet, with what does not come along, by its places. Formulas are not evaluated and
 * links not followed; a workbook with macros or with values of other files is refused.
 */
export const readReportWorkbook = contract({
  method: 'POST',
  path: `${PATH}/readReportWorkbook`,
  send: 'parts',
  /** Which of the sheets that are shown, from 1. */
  input: z.object({ sheet: z._default(whole(1, 1000), 1) }),
  output: z.strictObject({
    content,
    /** The pictures that cells name, as addresses that begin with `data:`, by ids that are of this answer alone: they are uploaded before the draft is kept. */
    pictures: z.record(z.string(), z.string()),
    /** The names of the sheets that are shown. */
    sheets: z.array(z.string()),
    /** `places` has the first of `count`: cells, areas, rows, columns, or names of sheets. */
    losses: z.array(z.strictObject({ what: z.enum(WORKBOOK_LOSSES), count: z.int(), places: z.array(z.string()) })),
  }),
})
export type ReadWorkbook = OutputOf<typeof readReportWorkbook>

/**
 * Keeps a picture for the cells of templates (`picture`), for whoever designs them or brings some along: a PNG or JPEG, told by what stands in it, of less than a
 * megabyte, 4,000 pixels a side and 12 million in all. What it says besides its pixels is not kept; the same picture has the same id. One that no template has is
 * thrown away after a month.
 */
export const uploadReportPicture = contract({
  method: 'POST',
  path: `${PATH}/uploadReportPicture`,
  send: 'parts',
  // Nothing beside the file.
  input: z.looseObject({}),
  output: picture,
})

/** A picture of templates, for whoever opens them. */
export const queryReportPicture = contract({
  method: 'GET',
  path: `${PATH}/queryReportPicture`,
  input: one,
  output: z.strictObject({
    ...picture.shape,
    /** An address that begins with `data:`. */
    content: z.string(),
  }),
})

/** The draft as a workbook (.xlsx), with `{{room.time}}` where a column of data stands: what a workbook cannot say stands there in words. */
export const downloadReportDesign = contract({ method: 'GET', path: `${PATH}/downloadReportDesign`, input: one })

/** One page of a draft, filled with what the caller has, for the period that is said. */
export const previewReportTemplate = contract({
  method: 'POST',
  path: `${PATH}/previewReportTemplate`,
  input: z.strictObject({
    id,
    content: given,
    period: z._default(z.enum(PERIODS), 'day'),
    date: z.optional(day),
    deviceId: z.optional(id),
    siteId: z.optional(id),
    params: z.optional(reportParams),
    page: z._default(whole(1, 100_000), 1),
  }),
  output: reportPage,
})
