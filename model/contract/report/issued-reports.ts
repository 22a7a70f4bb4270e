/** Issued reports: issued, read, revised, withdrawn, signed and verified. Moments are milliseconds since 1970, checksums SHA-256 in hexadecimal. */
import * as z from 'zod/mini'
import { ISSUED_FILES, ISSUED_FORMATS, ISSUED_STATES, MAX_WITHDRAW_REASON, SIGNATURE_SLOTS } from '../../reports/issued.ts'
import { issuedReports } from '../../reports/issued-reports.ts'
import { defaulted, lineOf, optional, uuid, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { exportReport, queryReportPage } from './reports.ts'

const PATH = issuedReports.api.base
const one = z.object({ id: uuid })
const version = optional(whole(1, 2_147_483_647))
const issued = z.strictObject({ id: z.string(), reportNumber: z.string() })
/** What is too large to be waited for is issued by a job. */
const issuedOrQueued = z.union([issued, z.strictObject({ jobId: z.string(), queued: z.literal(true) })])

/** Issues a report as it is now: with a number, with files, and unchangeable from then on. */
export const issueReport = contract({ method: 'POST', path: `${PATH}/issueReport`, input: exportReport.input, output: issuedOrQueued })

/** Issues the same report once more, with the figures of now, in the place of the one that is named. */
export const reviseReport = contract({
  method: 'POST',
  path: `${PATH}/reviseReport`,
  input: z.strictObject({ id: uuid, version }),
  output: issuedOrQueued,
})

/** Says that an issued report no longer holds, and why. */
export const withdrawReport = contract({
  method: 'POST',
  path: `${PATH}/withdrawReport`,
  input: z.strictObject({ id: uuid, version, reason: lineOf(MAX_WITHDRAW_REASON) }),
})

/** Signs an issued report in one of its places, with a proof of identity that was given for it (`confirmIdentity`). */
export const signReport = contract({
  method: 'POST',
  path: `${PATH}/signReport`,
  input: z.strictObject({ id: uuid, slot: z.enum(SIGNATURE_SLOTS) }),
})

const proof = z.enum(['password', 'code', 'passkey'])
/** Who signed is null for whoever does not see the names of users. */
const signature = z.strictObject({ slot: z.enum(SIGNATURE_SLOTS), by: z.nullable(z.string()), at: z.number(), proof })
export type ReportSignature = z.output<typeof signature>

const neighbour = z.nullable(z.strictObject({ id: z.string(), reportNumber: z.nullable(z.string()) }))

/** One issued report: what has become of it, who signed it and its files. A field that the caller does not see is absent. */
export const queryIssuedReportDetail = contract({
  method: 'GET',
  path: `${PATH}/queryIssuedReportDetail`,
  input: one,
  output: z.strictObject({
    report: z.strictObject({
      id: z.string(),
      version: z.number(),
      reportNumber: z.optional(z.string()),
      reportTitle: z.optional(z.string()),
      periodName: z.optional(z.string()),
      reportState: z.optional(z.enum(ISSUED_STATES)),
      issuedBy: z.optional(z.nullable(z.string())),
      issuedAt: z.optional(z.number()),
      withdrawReason: z.optional(z.nullable(z.string())),
    }),
    /** What it was made with, as its issuer read it; absent where nothing was. Of a parameter with a name in three languages that of the caller. */
    parameters: z.optional(z.array(z.strictObject({ name: z.string(), text: z.string() }))),
    supersedes: neighbour,
    supersededBy: neighbour,
    signatures: z.array(signature),
    /** The place that is to be signed next; null where there is none, or the caller may not. */
    mayNext: z.nullable(z.enum(SIGNATURE_SLOTS)),
    /** In one of its places, so that the others are somebody else's. */
    hasSigned: z.boolean(),
    files: z.array(z.strictObject({ kind: z.enum(ISSUED_FILES), signatures: z.number(), size: z.number(), sha256: z.string() })),
    allowed: z.array(z.string()),
  }),
})
export type IssuedReportDetail = OutputOf<typeof queryIssuedReportDetail>

/** One page of an issued report, as it was frozen; the last one has its signatures. */
export const queryIssuedReportPage = contract({
  method: 'GET',
  path: `${PATH}/queryIssuedReportPage`,
  input: z.object({ id: uuid, page: defaulted(whole(1, 1_000_000), 1) }),
  output: queryReportPage.output,
})

/** The file of an issued report: a PDF with the signatures there are, the workbook, or the Word document. */
export const downloadIssuedReport = contract({
  method: 'GET',
  path: `${PATH}/downloadIssuedReport`,
  input: z.object({ id: uuid, format: z._default(z.enum(ISSUED_FORMATS), 'pdf') }),
})

/** What the code on an issued report says of it, to anybody who has it. `tenant` is who issued it, `files` the checksums of all that was ever handed out. */
export const verifyReport = contract({
  method: 'POST',
  path: '/report/verify/verifyReport',
  input: z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  output: z.strictObject({
    reportNumber: z.string(),
    reportTitle: z.string(),
    tenant: z.string(),
    issuedAt: z.number(),
    zone: z.string(),
    reportState: z.enum(ISSUED_STATES),
    /** Number of the one in its place. */
    revisedBy: z.nullable(z.string()),
    withdrawnAt: z.nullable(z.number()),
    files: z.array(z.strictObject({ kind: z.enum(['pdf', 'xlsx', 'docx', 'signed']), sha256: z.string() })),
  }),
})
export type VerifiedReport = OutputOf<typeof verifyReport>
