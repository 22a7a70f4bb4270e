/** Templates that were published, as reports that somebody can have: those whose figures they may ask for. */
import { sql } from 'kysely'
import type { Translate } from '../../../../model/labels/index.ts'
import type { AskedParameter } from '../../../../model/figures/document.ts'
import { askedOfReader } from '../../../../model/reports/parameters.ts'
import { readDraft } from '../../../../model/reports/draft.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { readableBy, subjectsFor } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Services } from '../../../kernel/services.ts'

/** Of one tenant: whoever has more of them chooses among those that were published last. */
const MAX_OFFERED = 200

const newest = build
  .selectFrom('report_templates as template')
  .innerJoin('report_template_versions as version', (on) =>
    on
      .onRef('version.tenant_id', '=', 'template.tenant_id')
      .onRef('version.template_id', '=', 'template.id')
      .onRef('version.template_version', '=', 'template.template_version'),
  )
  .where('template.template_status', '=', 1)

/** What a version asks for figures of; templates are long, and a list of them needs no more. */
const subjects = sql<
  readonly string[]
>`(select coalesce(jsonb_agg(asked.value -> 'document' ->> 'subject'), '[]') from jsonb_each(version.content -> 'sets') asked)`.as('asked')

/** The documents of a version that have parameters of their own. */
const declared = sql<
  readonly unknown[]
>`(select coalesce(jsonb_agg(asked.value -> 'document' order by asked.key), '[]') from jsonb_each(version.content -> 'sets') asked where jsonb_path_exists(asked.value, '$.document.params[*] ? (@.name != "period" && @.name != "deviceId" && @.name != "siteId")'))`.as(
  'declared',
)

const isFor = (had: ReadonlySet<string>, asked: readonly string[]): boolean => asked.every((subject) => had.has(subject))

/** The reports of the tenant's own templates whose figures the caller may ask for, by their names. */
export async function publishedReports(
  inTenant: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>,
  caller: Caller,
  t: Translate,
): Promise<{ readonly report: string; readonly title: string; readonly parameters?: AskedParameter[] }[]> {
  const had = new Set(subjectsFor(caller, t).map(({ subject }) => subject))
  const offered = await inTenant(async (tx) => {
    const rows = await tx.all(
      newest
        .select(['template.id', 'template.template_name', subjects, declared])
        .orderBy('template.published_at', 'desc')
        .limit(MAX_OFFERED),
    )
    const own = rows.filter(({ asked }) => isFor(had, asked))
    const documents = own.flatMap(({ declared: sets }) => sets)
    // What a report is asked for by tells no more of its documents than their reader may have.
    const readable = await readableBy(tx, caller, documents)
    let at = 0
    return own.map((row) => ({ ...row, readable: readable.slice(at, (at += row.declared.length)) }))
  })
  return offered
    .map(({ id, template_name, declared: sets, readable }) => {
      const parameters = askedOfReader(sets, readable)
      return { report: id, title: template_name, ...(parameters.length > 0 ? { parameters } : {}) }
    })
    .toSorted((one, other) => one.title.localeCompare(other.title))
}

interface PublishedReport {
  readonly title: string
  readonly version: number
  readonly content: ReportTemplate
}

/** The newest version of a template, for whoever may have its figures. @throws Failure `report.unknown` */
export const publishedReport = (
  { transactions }: Pick<Services, 'transactions'>,
  caller: Caller,
  t: Translate,
  id: string,
): Promise<PublishedReport> => transactions.inTenant(caller, (tx) => readPublished(tx, caller, t, id), 'read')

/** The same, in a transaction of the caller's. @throws Failure `report.unknown` */
export async function readPublished(tx: Transaction, caller: Caller, t: Translate, id: string): Promise<PublishedReport> {
  const row = await tx.first(
    newest.select(['template.template_name', 'template.template_version', 'version.content', subjects]).where('template.id', '=', id),
  )
  const had = new Set(subjectsFor(caller, t).map(({ subject }) => subject))
  if (!row || !isFor(had, row.asked)) return fail('report.unknown')
  return { title: row.template_name, version: row.template_version, content: readDraft(row.content) }
}
